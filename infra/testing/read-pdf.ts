import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A piece of text on a page, with its place in points from the top left, and the right end of it. */
export type PlacedText = { text: string; left: number; right: number; baseline: number; size: number }
type Canvas = {
  width: number
  height: number
  getContext(kind: '2d'): CanvasRenderingContext2D
  toBuffer(type: string): Buffer
}

type Part = { scale: number; left: number; top: number; width: number; height: number }

/** A document as a reader has it: its pages with their texts, and each drawn as a picture of a point a pixel, or `scale` times. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const info = (await pdf.getMetadata()).info as Record<string, unknown>
  return {
    info,
    isTagged: (await pdf.getMarkInfo())?.Marked === true,
    pages: Array.from({ length: pdf.numPages }, (_, at) => ({
      async texts(): Promise<PlacedText[]> {
        const page = await pdf.getPage(at + 1)
        const { height } = page.getViewport({ scale: 1 })
        const { items } = await page.getTextContent()
        return items.flatMap((item) => {
          if (!('str' in item) || item.str.trim() === '') return []
          const [, , , size, left, bottom] = item.transform as number[]
          return [{ text: item.str, left: left!, right: left! + item.width, baseline: height - bottom!, size: size! }]
        })
      },
      /** All of it, or the part of a rectangle in points. */
      async picture({ scale = 1, left = 0, top = 0, ...part }: Partial<Part> = {}) {
        const page = await pdf.getPage(at + 1)
        const whole = page.getViewport({ scale })
        const { width = whole.width / scale, height = whole.height / scale } = part
        const viewport = page.getViewport({ scale, offsetX: -left * scale, offsetY: -top * scale })
        const factory = pdf.canvasFactory as { create(width: number, height: number): { canvas: Canvas } }
        const { canvas } = factory.create(Math.ceil(width * scale), Math.ceil(height * scale))
        const canvasContext = canvas.getContext('2d')
        await page.render({ canvas: canvas as never, canvasContext, viewport, background: '#ffffff' }).promise
        const { data } = canvasContext.getImageData(0, 0, canvas.width, canvas.height)
        return { width: canvas.width, height: canvas.height, data, png: () => canvas.toBuffer('image/png') }
      },
      structure: async () => (await pdf.getPage(at + 1)).getStructTree(),
    })),
    close: () => pdf.destroy(),
  }
}
