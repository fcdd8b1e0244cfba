import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import type { StoredFile } from '#domain/order/conversation.ts'
import { fileUrl } from '#domain/order/design-link.ts'
import type { FilePagesProps } from './preview.ts'

GlobalWorkerOptions.workerSrc = worker

/** How wide a page is drawn, in pixels of the drawing: sharp on a telephone, cheap enough for a hundred pages. */
const drawnWidth = 1_200

/** A PDF once it is loaded, and whether it cannot be. */
export function usePdf(file: StoredFile): { pdf: PDFDocumentProxy | undefined; failed: boolean } {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const loading = getDocument({ url: fileUrl(file) })
    loading.promise.then(setPdf, () => !loading.destroyed && setFailed(true))
    return () => void loading.destroy().catch(() => {}) // it fails once more where the file did not come
  }, [file])
  return { pdf, failed }
}

/**
 * A PDF page by page. Drawn by us: the browser's own viewer refuses files that come sandboxed, as ours do, and
 * telephones have none.
 */
export default function PdfPages({ file, caption, onFailure }: FilePagesProps) {
  const { pdf, failed } = usePdf(file)
  useEffect(() => {
    if (failed) onFailure()
  }, [failed, onFailure])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too
    <section className="in-place-pages grid gap-3 mt-2 edge on-paper-2" aria-label={caption} tabIndex={0}>
      {pdf ? (
        Array.from({ length: pdf.numPages }, (_, at) => at + 1).map((number) => (
          <PdfPage key={number} pdf={pdf} number={number} />
        ))
      ) : (
        <p className="meta">Loading…</p>
      )}
    </section>
  )
}

/** One page, drawn when it comes near. */
export function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current!
    let left = false
    const draw = async () => {
      const page = await pdf.getPage(number)
      const { width } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: drawnWidth / width })
      if (left) return
      Object.assign(element, { width: viewport.width, height: viewport.height })
      await page.render({ canvas: element, viewport }).promise
      element.dataset.drawn = 'true'
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        draw().catch(() => {}) // the page stays white; the file can be saved
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => {
      left = true
      observer.disconnect()
    }
  }, [pdf, number])
  return <canvas ref={canvas} role="img" aria-label={`Page ${number} of ${pdf.numPages}`} width="600" height="848" />
}
