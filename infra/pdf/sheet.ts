import type PDFDocument from 'pdfkit'
import { createPen, inks, type Pen, type Structure, type Style } from './pen.ts'
import { isRightToLeft } from './runs.ts'
import type { Coverage } from './typefaces.ts'

/** A4 in points, and the leaf on it: a margin for times and names, a double rule, and the writing. */
const page = { width: 595.28, height: 841.89, top: 52, bottom: 68, left: 48, right: 48 }
export const leaf = { margin: page.left, marginWidth: 70, writing: page.left + 92, right: page.width - page.right }
export const writingWidth = leaf.right - leaf.writing
const bottom = page.height - page.bottom

type Block = Style & { x?: number; width?: number; align?: 'left' | 'right'; structure?: Structure }

/** A piece of a line, in its own ink. */
export type Part = Pick<Style, 'ink' | 'struck'> & { text: string }

export type Sheet = ReturnType<typeof createSheet>

/** What stands at the foot of a page: a line of words, and at the right its number. */
function drawFoot({ hairline, measureIn, linesIn, drawLine }: Pen, words: string, number: string): void {
  const baseline = page.height - 36
  hairline(page.left, baseline - 14, leaf.right, baseline - 14, inks.rule)
  const style = { voice: 'sans', size: 7.5, ink: inks.pencil } as const
  const room = leaf.right - page.left - 60
  drawLine(linesIn(words, room, 'sans', 7.5)[0]!, page.left, baseline, style)
  drawLine(number, leaf.right - measureIn('sans', 7.5)(number), baseline, style)
}

/**
 * The pages of a document: texts that are broken into lines here, each line drawn run by run, so that every script stands
 * on the same baseline in a face that has it. What does not fit goes on on the next page.
 */
export function createSheet(document: typeof PDFDocument.prototype, covers: Coverage, foot: string) {
  const pen = createPen(document, covers)
  const { root, measureIn, linesIn, artifact, inElement, hairline, drawLine } = pen
  let pages = 0
  let y = page.top
  let ruledFrom: number | undefined

  // How high a text is is asked before it is written: it is broken into lines once for both.
  let broken = { of: '', lines: [] as string[] }
  function brokenOf(text: string, { width = writingWidth, voice = 'serif', size = 10.5 }: Block): string[] {
    const of = `${width} ${voice} ${size} ${text}`
    if (broken.of !== of) broken = { of, lines: linesIn(text, width, voice, size) }
    return broken.lines
  }

  function finishPage(): void {
    const from = ruledFrom
    artifact(() => {
      if (from !== undefined) {
        for (const x of [leaf.writing - 14, leaf.writing - 11.5]) hairline(x, from, x, y, inks.rule)
      }
      drawFoot(pen, foot, `Page ${pages}`)
    })
  }

  function nextPage(): void {
    if (pages > 0) finishPage()
    document.addPage({ size: [page.width, page.height], margin: 0 })
    pages++
    y = page.top
    if (ruledFrom !== undefined) ruledFrom = y
  }

  /** Begins a page unless so much is free on this one, in points. */
  function ensure(height: number): void {
    if (pages === 0 || (y + height > bottom && y > page.top)) nextPage()
  }

  /** Lines of one structure element, which goes on over pages. */
  function drawLines(lines: readonly string[], block: Block): void {
    const {
      x = leaf.writing,
      width = writingWidth,
      align = 'left',
      structure = 'P',
      voice = 'serif',
      size = 10.5,
    } = block
    const step = size * (block.leading ?? 1.38)
    const measure = measureIn(voice, size)
    const element = document.struct(structure)
    root.add(element)
    for (let from = 0; from < lines.length; ) {
      ensure(step)
      const room = Math.max(1, Math.floor((bottom - y + 0.01) / step))
      // No line is left alone at the foot or the head of a page.
      const left = lines.length - from
      const count = left > room ? Math.max(1, Math.min(room, left - 2)) : left
      const content = document.markStructureContent(structure)
      for (const line of lines.slice(from, from + count)) {
        const isRight = align === 'right' || isRightToLeft(line)
        drawLine(line, isRight ? x + width - measure(line) : x, y + size * 0.98, block)
        y += step
      }
      document.endMarkedContent()
      element.add(content)
      from += count
      if (from < lines.length) nextPage()
    }
    element.end()
  }

  return {
    /** How far down the page it is, in points from its top. */
    get y() {
      return y
    },
    ensure,
    nextPage,
    space(height: number): void {
      y += height
    },
    /** Text in its lines, on as many pages as it takes. */
    text(text: string, block: Block = {}): void {
      drawLines(brokenOf(text, block), block)
    },
    /** Pieces on one line, if they stand on it; else nothing, and false. */
    oneLine(parts: readonly Part[], block: Block): boolean {
      const { x = leaf.writing, width = writingWidth, voice = 'serif', size = 10.5, leading = 1.38 } = block
      const measure = measureIn(voice, size)
      if (parts.some(({ text }) => text.length > 200 || /[\n\r]/.test(text) || isRightToLeft(text))) return false
      const widths = parts.map(({ text }) => measure(text))
      if (widths.reduce((sum, each) => sum + each, 0) > width) return false
      ensure(size * leading)
      inElement('P', () => {
        let at = x
        for (const [nth, { text, ...style }] of parts.entries()) {
          drawLine(text, at, y + size * 0.98, { ...block, ...style })
          at += widths[nth]!
        }
      })
      y += size * leading
      return true
    },
    /** How high a text is, in points. */
    heightOf(text: string, block: Block = {}): number {
      const { size = 10.5, leading = 1.38 } = block
      return brokenOf(text, block).length * size * leading
    },
    /** One line beside what is written at this height: a name or a time in the margin, an amount at the right. Moves nothing. */
    beside(text: string, { x = leaf.margin, width = leaf.marginWidth, align = 'left', ...block }: Block = {}): void {
      const { voice = 'serif', size = 10.5, structure = 'P' } = block
      const measure = measureIn(voice, size)
      const lines = linesIn(text, width, voice, size).slice(0, 3)
      inElement(structure, () => {
        for (const [at, line] of lines.entries()) {
          const left = align === 'right' ? x + width - measure(line) : x
          drawLine(line, left, y + size * 0.98 + at * size * (block.leading ?? 1.38), { ...block, voice, size })
        }
      })
    },
    /** A rule across the leaf, or the writing alone. */
    rule({
      from = leaf.margin,
      ink = inks.rule,
      width = 0.5,
    }: {
      from?: number
      ink?: string
      width?: number
    } = {}): void {
      artifact(() => hairline(from, y, leaf.right, y, ink, width))
    },
    /** Two rules, as they stand under a total. */
    doubleRule(from: number): void {
      artifact(() => {
        hairline(from, y, leaf.right, y, inks.ink, 0.6)
        hairline(from, y + 2, leaf.right, y + 2, inks.ink, 0.6)
      })
      y += 2
    },
    /** From here on the double rule stands beside the writing. */
    beginLeaf(): void {
      ruledFrom = y
    },
    /** A picture at the left, no larger than a size in points; its height. `alt` is what it says. */
    picture(bytes: Uint8Array, pixels: { width: number; height: number }, alt: string): number {
      const scale = Math.min(150 / pixels.width, 40 / pixels.height)
      const size = { width: pixels.width * scale, height: pixels.height * scale }
      inElement('Figure', () => document.image(Buffer.from(bytes), page.left, y, size), { alt })
      return pixels.height * scale
    },
    /** A code for a camera, row by row, true where it is dark, with the white around it that cameras want. `alt` is what it says. */
    code({ size, data }: { size: number; data: ArrayLike<unknown> }, alt: string): void {
      const [white, module] = [4, 2.2]
      const side = (size + 2 * white) * module
      ensure(side)
      const corner = { x: leaf.writing - white * module, y }
      inElement(
        'Figure',
        () => {
          for (let at = 0; at < data.length; at++) {
            if (!data[at]) continue
            const [column, row] = [white + (at % size), white + Math.floor(at / size)]
            document.rect(corner.x + column * module, corner.y + row * module, module, module)
          }
          document.fill(inks.ink)
        },
        { alt },
      )
      y += side
    },
    /** Ends the last page and the document. */
    end(): void {
      if (pages === 0) nextPage()
      finishPage()
      root.end()
      document.end()
    },
  }
}
