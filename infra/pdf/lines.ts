import { graphemes } from './runs.ts'

/** How wide a text is, in points. */
export type Measure = (text: string) => number

/**
 * A text in lines that are no wider than a width, in points. It is broken at spaces and line breaks. A word wider than
 * a line is broken between graphemes. Every line is drawn as it is.
 */
export function linesOf(text: string, width: number, measure: Measure): string[] {
  const space = measure(' ')
  return text
    .replace(/\t/g, ' ')
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .flatMap((paragraph) => {
      const lines: string[] = []
      let line = ''
      let used = 0
      for (const [word, wide] of piecesOf(paragraph, width, measure)) {
        if (line !== '' && used + space + wide > width) {
          lines.push(line)
          line = ''
        }
        used = line === '' ? wide : used + space + wide
        line += line === '' ? word : ` ${word}`
      }
      return [...lines, line]
    })
}

/** The words of a paragraph with their widths; one that is wider than a line in pieces. */
function* piecesOf(paragraph: string, width: number, measure: Measure): Generator<[string, number]> {
  for (const word of paragraph.split(/ +/)) {
    if (word === '') continue
    const wide = measure(word)
    if (wide <= width) yield [word, wide]
    else yield* broken(word, width, measure)
  }
}

function* broken(word: string, width: number, measure: Measure): Generator<[string, number]> {
  const widths = new Map<string, number>()
  let piece = ''
  let used = 0
  for (const character of graphemes(word)) {
    const wide = widths.get(character) ?? measure(character)
    widths.set(character, wide)
    if (piece !== '' && used + wide > width) {
      yield [piece, used]
      piece = ''
      used = 0
    }
    piece += character
    used += wide
  }
  if (piece !== '') yield [piece, used]
}
