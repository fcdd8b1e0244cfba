import { useEffect } from 'react'
import type { StoredFile } from '#domain/order/conversation.ts'
import { PdfPage, usePdf } from '#web/order/conversation/PdfPages.tsx'

type PdfSheetProps = {
  file: StoredFile
  /** Counted from 0. */
  page: number
  onPages(count: number): void
}

/** A page of a PDF, as wide as there is room. */
export default function PdfSheet({ file, page, onPages }: PdfSheetProps) {
  const { pdf, failed } = usePdf(file)
  useEffect(() => {
    if (pdf) onPages(pdf.numPages)
  })
  if (failed) return <p className="meta py-4 px-4">This PDF can’t be shown here. Please open it.</p>
  if (!pdf) return <p className="meta py-4 px-4">Loading…</p>
  return <PdfPage key={page} pdf={pdf} number={page + 1} />
}
