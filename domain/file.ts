import { z } from 'zod'

/** The SHA-256 of a file's bytes, in hexadecimal. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The extensions of files that may answer a question: the specification's list. */
export const answerFileExtensions = (
  'pdf doc docx txt odt md xls xlsx csv ods ppt pptx odp epub xml json log ' +
  'jpg heic jpeg png gif webp bmp svg tiff tif ico'
).split(' ')

/** The extensions of files that may be shared: those that answer the questionnaire, pictures, films and sounds. */
export const sharedFileExtensions = [
  ...answerFileExtensions,
  ...'mp4 webm ogg mov avi mkv flv wmv m4v 3gp mp3 wav m4a aac flac oga wma aiff alac'.split(' '),
]

/** The extension of a file's name: lower case, without the dot, empty when there is none. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Whether a name ends in one of the extensions, whatever its case. */
export const hasExtension = (name: string, extensions: readonly string[]): boolean =>
  extensions.includes(extensionOf(name))
