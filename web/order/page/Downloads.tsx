import { type MouseEvent, useRef, useState } from 'react'
import type { OrderDocument } from '#domain/contract/exports.ts'
import { pathTo } from '#web/api.ts'
import { fetchFile } from '#web/file-calls.ts'
import { toastFailure } from '#web/kit/toast.ts'
import { useShownOrder } from '#web/order/context.ts'
import './Downloads.css'

/** Which one it is, where there are several: that was issued under an id, or a version of the proposal. */
type Which = { issued?: string; version?: number }

type OrderFile =
  | ({ label: 'PDF'; call: 'exportOrderPdf'; document: OrderDocument } & Which)
  | { label: 'Text'; call: 'exportProposalText'; version: number }
  | { label: 'CSV'; call: 'exportOrderCsv' }
  | { label: 'JSON'; call: 'exportOrderJson' }

/** A document as PDF: as it is now, unless one of several is named. */
export const pdf = (document: OrderDocument, which: Which = {}): OrderFile => ({
  label: 'PDF',
  call: 'exportOrderPdf',
  document,
  ...which,
})
/** The proposal; of a version with a hash the text that it is of, too. */
export const proposalFiles = (version?: number): readonly OrderFile[] => [
  pdf('proposal'),
  ...(version === undefined ? [] : [{ label: 'Text', call: 'exportProposalText', version } as const]),
]
export const historyFiles: readonly OrderFile[] = [
  pdf('history'),
  { label: 'CSV', call: 'exportOrderCsv' },
  { label: 'JSON', call: 'exportOrderJson' },
]

/** Links to this part of the page as files: as it is now, so there are none of a moment of the past. */
export function Downloads({ subject, files }: { subject: string; files: readonly OrderFile[] }) {
  const { isPast } = useShownOrder()
  if (isPast) return null
  return (
    <p className="downloads">
      <span aria-hidden="true">Download</span>
      {files.map((file) => (
        <Download key={file.label} subject={subject} file={file} />
      ))}
    </p>
  )
}

/** A link to a file. Followed as usual it is fetched here, so that it says that it comes, or why it does not. */
export function Download({ subject, file }: { subject: string; file: OrderFile }) {
  const { id } = useShownOrder()
  const [coming, setComing] = useState(false)
  const underWay = useRef(false)
  const { label: _, call: __, ...rest } = file
  const query = { id, ...rest }

  async function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (underWay.current) return
    underWay.current = true
    setComing(true)
    try {
      save(await fetchFile(file.call, query as never))
    } catch (error) {
      toastFailure(error)
    } finally {
      underWay.current = false
      setComing(false)
    }
  }

  return (
    <a
      className="quiet target ink-2 underline content-center"
      href={pathTo(file.call, query as never)}
      download
      aria-busy={coming || undefined}
      onClick={follow}
    >
      <span className="sr">Download {subject} as </span>
      {file.label}
      <span className="sr" role="status">
        {coming ? '. Please wait' : ''}
      </span>
    </a>
  )
}

/** Hands a file to the browser, which writes it to where downloads go. */
function save({ content, filename }: { content: Blob; filename: string }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // it may still be read from
}
