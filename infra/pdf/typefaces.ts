import { fileURLToPath } from 'node:url'

/** The faces of a document, as TTF: those of the pages for Latin, and one for each of the other scripts. */
const files = {
  serif: import.meta.resolve('@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf'),
  italic: import.meta.resolve('@expo-google-fonts/newsreader/400Regular_Italic/Newsreader_400Regular_Italic.ttf'),
  sans: import.meta.resolve('@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
  devanagari: import.meta.resolve(
    '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  ),
  tamil: import.meta.resolve('@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
  arabic: import.meta.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  hebrew: import.meta.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
}

export type Face = keyof typeof files
/** The face that a text is set in as far as it goes. */
export type Voice = 'serif' | 'italic' | 'sans' | 'bold'

export const faces = Object.keys(files) as Face[]

/** Whether a face has a character, by its code point. */
export type Coverage = (face: Face, codePoint: number) => boolean

/** Where the font file of a face is. */
export const fontFile = (face: Face): string => fileURLToPath(files[face])
