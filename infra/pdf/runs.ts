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

/** A piece of a line in one face and one direction. */
type Run = { face: Face; text: string; isRtl: boolean }

/** The replacement for a character that no face has: each face draws its box for it. */
const replacement = '\ufffd'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of a text as a reader takes them: a conjunct, or a letter with its marks, is one. */
export const graphemes = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const letter = /\p{L}/u
const digit = /\p{Nd}/u
/**
 * A number with what belongs to it (UAX 9, W4 and W5): a single separator between digits, and signs beside them. Signs are
 * looked for from the first of them alone, so that many without a digit are passed once.
 */
const number = /(?:(?<![\p{Sc}%‰°])[\p{Sc}%‰°]+)?\p{Nd}(?:[,.:/+\-\u00a0]?\p{Nd})*[\p{Sc}%‰°]*/gu
/** The characters no face draws: control characters, those that turn a line around, and invisible parts of emoji. */
const unseen = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector}/gu
/** Joiners shape their neighbours; no face needs to have them. */
const joiners = new Set([0x200c, 0x200d])
/** The characters that every voice has: most lines have no others. */
const plain = /^[\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/

const scripts: readonly Face[] = ['devanagari', 'tamil', 'arabic', 'hebrew', 'serif', 'sans']

/**
 * A line's text in runs, from left to right as they are drawn: split where the face or the direction changes. Digits,
 * spaces and punctuation stay with the script that they stand in.
 */
export function runsOf(text: string, voice: Voice, covers: Coverage): Run[] {
  if (plain.test(text)) return text === '' ? [] : [{ face: voice, text, isRtl: false }]
  const clean = text.normalize('NFC').replace(unseen, '')
  const pieces = inFaces(graphemes(clean), voice, covers)
  if (!rightToLeft.test(clean)) return merged(pieces.map((piece) => ({ ...piece, level: 0 }))).map(toRun)
  return inVisualOrder(merged(withLevels(pieces))).map(toRun)
}

type Piece = { face: Face; text: string }
/** The level of a piece as the Unicode bidirectional algorithm counts it: odd is from right to left. */
type Levelled = Piece & { level: number }

function inFaces(characters: readonly string[], voice: Voice, covers: Coverage): Piece[] {
  let last: Face = voice
  return characters.map((text) => {
    const points = [...text].map((each) => each.codePointAt(0)!).filter((point) => !joiners.has(point))
    const order = letter.test(text) ? [voice, ...scripts] : [last, voice, ...scripts]
    const face = order.find((face) => points.every((point) => covers(face, point)))
    if (face === undefined) return { face: voice, text: replacement }
    last = face
    return { face, text }
  })
}

/** Whether a line is read from right to left: its first letter says so. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '')

/**
 * The levels of pieces: a plain form of the bidirectional algorithm (UAX 9) without its explicit marks, which no text that
 * is drawn here has.
 */
function withLevels(pieces: readonly Piece[]): Levelled[] {
  const line = pieces.map(({ text }) => text).join('')
  const base = isRightToLeft(line) ? 'R' : 'L'
  const levels = { L: base === 'R' ? 2 : 0, R: 1, number: 2 } as const
  const asDigits = line.replace(number, (found) => '0'.repeat(found.length))
  let strong: 'L' | 'R' = base
  let at = 0
  const kinds = pieces.map(({ text }) => {
    const isInNumber = digit.test(asDigits.slice(at, at + text.length))
    at += text.length
    if (letter.test(text)) strong = rightToLeft.test(text) ? 'R' : 'L'
    if (letter.test(text)) return strong
    // A number is read from left to right, and what stands around it as the text that it is in.
    if (isInNumber) return strong === 'R' ? 'number' : 'L'
    return undefined
  })
  const directions = kinds.map((kind) => (kind === undefined ? undefined : kind === 'L' ? 'L' : 'R'))
  const before = nearest(directions, base)
  const after = nearest(directions.toReversed(), base).toReversed()
  return pieces.map((piece, at) => {
    const kind = kinds[at]
    if (kind !== undefined) return { ...piece, level: levels[kind] }
    return { ...piece, level: levels[before[at] === after[at] ? before[at]! : base] }
  })
}

/** Returns for each place its value, or else the last one before it; `first` before any. */
function nearest<Value>(values: readonly (Value | undefined)[], first: Value): Value[] {
  let last = first
  return values.map((value) => (last = value ?? last))
}

/** Neighbours of one face and one level as one. */
function merged(pieces: readonly Levelled[]): Levelled[] {
  const all: Levelled[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (last && last.face === piece.face && last.level === piece.level) last.text += piece.text
    else all.push({ ...piece })
  }
  return all
}

/** Turns around, from the highest level down to the lowest odd one, the runs at it or above (UAX 9, L2). */
function inVisualOrder(runs: Levelled[]): Levelled[] {
  const ordered = [...runs]
  for (let level = Math.max(...runs.map((run) => run.level)); level >= 1; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while (to < ordered.length && ordered[to]!.level >= level) to++
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = Math.max(from, to - 1)
    }
  }
  return ordered
}

const mirrors = new Map([...'()', ...'[]', ...'{}', ...'<>', ...'«»'].map((sign, at, all) => [sign, all[at ^ 1]!]))

const toRun = ({ face, text, level }: Levelled): Run => {
  const isRtl = level % 2 === 1
  return { face, isRtl, text: isRtl ? [...text].map((sign) => mirrors.get(sign) ?? sign).join('') : text }
}
