import type PDFDocument from 'pdfkit'
import { type Coverage, type Face, faces, fontFile, graphemes, runsOf, type Voice } from './runs.ts'

/** The inks of the product on white paper (web/styles/tokens.css). */
export const inks = {
  ink: '#191511',
  second: '#4d4842',
  pencil: '#6b6760',
  rule: '#bdd0d4',
  green: '#106741',
} as const

/** How a text is set; `size` in points. */
export type Style = {
  voice?: Voice
  size?: number
  ink?: string
  /** The height of a line as a multiple of the size. */
  leading?: number
  struck?: boolean
}
/** The role of a piece of a document for those who have it read to them. */
export type Structure = 'H1' | 'H2' | 'P'

const scripts: ReadonlySet<Face> = new Set(['devanagari', 'tamil', 'arabic', 'hebrew'])

// With features of its own a run is shaped as a whole, and not word by word: words from right to left keep their order.
const featuresOf = (isRtl: boolean) => (isRtl ? { features: [] } : {})

export type Pen = ReturnType<typeof createPen>

/** Draws rules, and lines of text in the faces that have them, each with what it is in the structure of the document. */
export function createPen(document: typeof PDFDocument.prototype, covers: Coverage) {
  for (const face of faces) document.registerFont(face, fontFile(face))
  const root = document.struct('Document')
  document.addStructure(root)

  const widthIn = (face: Face, size: number, text: string, isRtl: boolean) =>
    document.font(face).fontSize(size).widthOfString(text, featuresOf(isRtl))
  const measureIn = (voice: Voice, size: number) => (text: string) =>
    runsOf(text, voice, covers).reduce((sum, run) => sum + widthIn(run.face, size, run.text, run.isRtl), 0)

  /** Draws what is no text of the document: rules, and what every page repeats. */
  function artifact(draw: () => void): void {
    document.markContent('Artifact')
    draw()
    document.endMarkedContent()
  }

  /** Draws one element of the document's structure, on one page. */
  function inElement(structure: Structure | 'Figure', draw: () => void, options: { alt?: string } = {}): void {
    const element = document.struct(structure, options)
    root.add(element)
    const content = document.markStructureContent(structure)
    draw()
    document.endMarkedContent()
    element.add(content)
    element.end()
  }

  function hairline(fromX: number, fromY: number, toX: number, toY: number, ink: string, width = 0.5): void {
    document.moveTo(fromX, fromY).lineTo(toX, toY).lineWidth(width).strokeColor(ink).stroke()
  }

  /** A line of text on a baseline. */
  function drawLine(
    text: string,
    x: number,
    baseline: number,
    { voice = 'serif', size = 10.5, ink, struck }: Style,
  ): void {
    let at = x
    for (const { face, text: piece, isRtl } of runsOf(text, voice, covers)) {
      document
        .font(face)
        .fontSize(size)
        .fillColor(ink ?? inks.ink)
      // Of a script whose letters change places what is drawn is not what is read: that stands beside it.
      const isShaped = scripts.has(face)
      if (isShaped) document.markContent('Span', { actual: piece })
      document.text(piece, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...featuresOf(isRtl) })
      if (isShaped) document.endMarkedContent()
      at += widthIn(face, size, piece, isRtl)
    }
    if (struck) hairline(x, baseline - size * 0.27, at, baseline - size * 0.27, ink ?? inks.ink, 0.6)
  }

  return {
    root,
    measureIn,
    /** A text in lines that are no wider than so many points. */
    linesIn: (text: string, width: number, voice: Voice, size: number) => linesOf(text, width, measureIn(voice, size)),
    ...{ artifact, inElement, hairline, drawLine },
  }
}

/** How wide a text is, in points. */
type Measure = (text: string) => number

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
