import type PDFDocument from 'pdfkit'
import { createPen, inks, type Pen, type Structure, type Style } from './pen.ts'
import { type Coverage, isRightToLeft } from './runs.ts'

/** A4 in points, and the leaf on it: a margin for times and names, a double rule, and the writing. */
const page = { width: 595.28, height: 841.89, top: 52, bottom: 68, left: 48, right: 48 }
export const leaf = { margin: page.left, marginWidth: 70, writing: page.left + 92, right: page.width - page.right }
export const writingWidth = leaf.right - leaf.writing
const bottom = page.height - page.bottom

type Block = Style & { x?: number; width?: number; align?: 'left' | 'right'; structure?: Structure }
/** How a block is set where it does not say. */
const blockDefaults = {
  x: leaf.writing,
  width: writingWidth,
  align: 'left',
  structure: 'P',
  voice: 'serif',
  size: 10.5,
  leading: 1.38,
} as const

type Rule = { from?: number; ink?: string; width?: number }

/** A piece of a line, in its own ink. */
export type Part = Pick<Style, 'ink' | 'struck'> & { text: string }

export type Sheet = ReturnType<typeof createSheet>

/** Draws the foot of a page: a line of words, and at the right its number. */
function drawFoot({ hairline, measureIn, linesIn, drawLine }: Pen, words: string, number: string): void {
  const baseline = page.height - 36
  hairline(page.left, baseline - 14, leaf.right, baseline - 14, inks.rule)
  const style = { voice: 'sans', size: 7.5, ink: inks.pencil } as const
  const room = leaf.right - page.left - 60
  drawLine(linesIn(words, room, 'sans', 7.5)[0]!, page.left, baseline, style)
  drawLine(number, leaf.right - measureIn('sans', 7.5)(number), baseline, style)
}

/** The pages of a document, how far down the last one is written, and the double rule beside what is written. */
function createPages(document: typeof PDFDocument.prototype, pen: Pen, foot: string) {
  const { root, artifact, hairline } = pen
  let count = 0
  let ruledFrom: number | undefined
  const pages = {
    /** How far down the page it is, in points from its top. */
    y: page.top,
    /** How far down what stands beside reaches. */
    besideTo: 0,

    /** Goes on below what stands beside, with so much space between. */
    clear(space = 0): void {
      pages.y = Math.max(pages.y, pages.besideTo + space)
    },

    next(): void {
      if (count > 0) finish()
      document.addPage({ size: [page.width, page.height], margin: 0 })
      count++
      pages.y = page.top
      pages.besideTo = 0
      if (ruledFrom !== undefined) ruledFrom = pages.y
    },

    /** Begins a page unless so much is free on this one, in points. */
    ensure(height: number): void {
      if (count === 0 || (pages.y + height > bottom && pages.y > page.top)) pages.next()
    },

    /** Draws the double rule beside the writing from here on. */
    beginLeaf(): void {
      ruledFrom = pages.y
    },

    /** Ends the last page and the document. */
    end(): void {
      if (count === 0) pages.next()
      finish()
      root.end()
      document.end()
    },
  }

  function finish(): void {
    const from = ruledFrom
    artifact(() => {
      if (from !== undefined) {
        for (const x of [leaf.writing - 14, leaf.writing - 11.5]) hairline(x, from, x, pages.y, inks.rule)
      }
      drawFoot(pen, foot, `Page ${count}`)
    })
  }

  return pages
}

type Pages = ReturnType<typeof createPages>

/** Writes texts, each line run by run. */
function createWriting(document: typeof PDFDocument.prototype, pen: Pen, pages: Pages) {
  const { root, measureIn, linesIn, inElement, drawLine } = pen

  // How high a text is is asked before it is written: it is broken into lines once for both.
  let broken = { of: '', lines: [] as string[] }
  function brokenOf(text: string, block: Block): string[] {
    const { width, voice, size } = { ...blockDefaults, ...block }
    const of = `${width} ${voice} ${size} ${text}`
    if (broken.of !== of) broken = { of, lines: linesIn(text, width, voice, size) }
    return broken.lines
  }

  /** Lines of one structure element, which goes on over pages. */
  function drawLines(lines: readonly string[], block: Block): void {
    const { x, width, align, structure, voice, size, leading } = { ...blockDefaults, ...block }
    const step = size * leading
    const measure = measureIn(voice, size)
    const element = document.struct(structure)
    root.add(element)
    for (let from = 0; from < lines.length; ) {
      pages.ensure(step)
      const room = Math.max(1, Math.floor((bottom - pages.y + 0.01) / step))
      // No line is left alone at the foot or the head of a page, unless something stands beside it, which stays.
      const left = lines.length - from
      const count = left > room ? Math.max(1, Math.min(room, left - 2)) : left
      if (count < Math.min(2, left) && pages.y > page.top && pages.besideTo <= pages.y) {
        pages.next()
        continue
      }
      const content = document.markStructureContent(structure)
      for (const line of lines.slice(from, from + count)) {
        const isRight = align === 'right' || isRightToLeft(line)
        drawLine(line, isRight ? x + width - measure(line) : x, pages.y + size * 0.98, block)
        pages.y += step
      }
      document.endMarkedContent()
      element.add(content)
      from += count
      if (from < lines.length) pages.next()
    }
    element.end()
  }

  return {
    /** Text in its lines, on as many pages as it takes. */
    text(text: string, block: Block = {}): void {
      drawLines(brokenOf(text, block), block)
    },
    /** Pieces on one line, if they stand on it; else nothing, and false. */
    oneLine(parts: readonly Part[], block: Block): boolean {
      const { x, width, voice, size, leading } = { ...blockDefaults, ...block }
      const measure = measureIn(voice, size)
      if (parts.some(({ text }) => text.length > 200 || /[\n\r]/.test(text) || isRightToLeft(text))) return false
      const widths = parts.map(({ text }) => measure(text))
      if (widths.reduce((sum, each) => sum + each, 0) > width) return false
      pages.ensure(size * leading)
      inElement('P', () => {
        let at = x
        for (const [nth, { text, ...style }] of parts.entries()) {
          drawLine(text, at, pages.y + size * 0.98, { ...block, ...style })
          at += widths[nth]!
        }
      })
      pages.y += size * leading
      return true
    },
    /** How high a text is, in points. */
    heightOf(text: string, block: Block = {}): number {
      const { size, leading } = { ...blockDefaults, ...block }
      return brokenOf(text, block).length * size * leading
    },
    /** Lines beside what is written from here on: a name or a time in the margin, an amount at the right. */
    beside(text: string, { x = leaf.margin, width = leaf.marginWidth, align = 'left', ...block }: Block = {}): void {
      const { voice, size, structure, leading } = { ...blockDefaults, ...block }
      const measure = measureIn(voice, size)
      const lines = linesIn(text, width, voice, size)
      pages.besideTo = Math.max(pages.besideTo, pages.y + lines.length * size * leading)
      inElement(structure, () => {
        for (const [at, line] of lines.entries()) {
          const left = align === 'right' ? x + width - measure(line) : x
          drawLine(line, left, pages.y + size * 0.98 + at * size * leading, { ...block, voice, size })
        }
      })
    },
  }
}

/** Draws rules, pictures and codes. */
function createDrawing(document: typeof PDFDocument.prototype, { artifact, hairline, inElement }: Pen, pages: Pages) {
  return {
    /** A rule across the leaf, or the writing alone, below all that stands there. */
    rule({ from = leaf.margin, ink = inks.rule, width = 0.5 }: Rule = {}): void {
      pages.clear(3)
      artifact(() => hairline(from, pages.y, leaf.right, pages.y, ink, width))
    },
    /** Draws two rules, as they stand under a total. */
    doubleRule(from: number): void {
      artifact(() => {
        hairline(from, pages.y, leaf.right, pages.y, inks.ink, 0.6)
        hairline(from, pages.y + 2, leaf.right, pages.y + 2, inks.ink, 0.6)
      })
      pages.y += 2
    },
    /** A picture at the left, no larger than a size in points. `alt` is what it says. */
    picture(bytes: Uint8Array, pixels: { width: number; height: number }, alt: string): void {
      const scale = Math.min(150 / pixels.width, 40 / pixels.height)
      const size = { width: pixels.width * scale, height: pixels.height * scale }
      inElement('Figure', () => document.image(Buffer.from(bytes), page.left, pages.y, size), { alt })
    },
    /** A code for a camera, row by row, true where it is dark, with the white around it that cameras want. `alt` is what it says. */
    code({ size, data }: { size: number; data: ArrayLike<unknown> }, alt: string): void {
      const [white, module] = [4, 2.2]
      const side = (size + 2 * white) * module
      pages.ensure(side)
      const corner = { x: leaf.writing - white * module, y: pages.y }
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
      pages.y += side
    },
  }
}

/**
 * The pages of a document. Texts are broken into lines here, and each line is drawn run by run: every script stands on
 * the same baseline, in a face that has it. What does not fit goes on on the next page.
 */
export function createSheet(document: typeof PDFDocument.prototype, covers: Coverage, foot: string) {
  const pen = createPen(document, covers)
  const pages = createPages(document, pen, foot)
  return {
    ...{ ensure: pages.ensure, clear: pages.clear },
    space(height: number): void {
      pages.y += height
    },
    ...createWriting(document, pen, pages),
    ...createDrawing(document, pen, pages),
    beginLeaf: pages.beginLeaf,
    end: pages.end,
  }
}
