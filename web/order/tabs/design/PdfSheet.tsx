import { useEffect } from 'react'
import type { StoredFile } from '#domain/order/conversation.ts'
import { fileUrl } from '#domain/order/design-link.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { PdfPage, usePdf } from '#web/order/conversation/PdfPages.tsx'

type PdfSheetProps = {
  file: StoredFile
  /** Counted from 0. */
  page: number
  onPages(count: number): void
  onFailure(): void
  /** Loads it once more. */
  again(): void
}

/** A page of a PDF, as wide as there is room. */
export default function PdfSheet({ file, page, onPages, onFailure, again }: PdfSheetProps) {
  const { pdf, failed } = usePdf(file)
  useEffect(() => {
    if (pdf) onPages(pdf.numPages)
  })
  useEffect(() => {
    if (failed) onFailure()
  }, [failed, onFailure])
  if (failed)
    return (
      <p className="meta py-4 px-4">
        This PDF can’t be shown here.{' '}
        <a href={fileUrl(file)} target="_blank" rel="noopener">
          Open the PDF
        </a>{' '}
        <TextButton onClick={again}>Try again</TextButton>
      </p>
    )
  if (!pdf) return <p className="meta py-4 px-4">Loading…</p>
  return <PdfPage key={page} pdf={pdf} number={page + 1} />
}
