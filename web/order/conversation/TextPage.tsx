import { useEffect, useState } from 'react'
import type { StoredFile } from '#domain/order/conversation.ts'
import { fileUrl } from '#domain/order/design-link.ts'
import { rowsOfCsv } from './csv.ts'
import type { OfficeContent, OfficeRequest } from './office-text.ts'
import type { FilePagesProps } from './preview.ts'

/** How much of a text is shown, in bytes: the rest is in the download. */
const beginning = 64 * 1024

/** How large a document of an office program may be, in bytes, and how long reading it may take, in milliseconds. */
const largestDocument = 25 * 1024 * 1024
const timeoutMs = 10_000

const isOffice = ({ originalName }: StoredFile) => /\.(docx|odt|xlsx|ods|pptx|odp)$/i.test(originalName)

/** Fetches a file, or its beginning; throws the status where there is none. */
async function fetched(file: StoredFile, signal: AbortSignal, headers: HeadersInit = {}): Promise<Response> {
  const response = await fetch(fileUrl(file), { headers, signal })
  if (!response.ok) throw response.status
  return response
}

/** The beginning of a text file. */
async function textContent(file: StoredFile, signal: AbortSignal): Promise<OfficeContent> {
  const text = await (await fetched(file, signal, { Range: `bytes=0-${beginning - 1}` })).text()
  const isCut = file.size > beginning
  return { text, isCut, ...(/\.csv$/i.test(file.originalName) ? rowsOfCsv(text, isCut) : {}) }
}

/** The beginning of a document, read in a thread of its own: a page stays usable whatever it holds. */
async function officeContent(file: StoredFile, signal: AbortSignal): Promise<OfficeContent> {
  if (file.size > largestDocument) throw new Error('This document is too large to be shown')
  const content = await (await fetched(file, signal)).arrayBuffer()
  const worker = new Worker(new URL('./office-text.ts', import.meta.url), { type: 'module' })
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<OfficeContent | undefined>) => (data ? resolve(data) : reject())
      worker.onerror = reject
      ended.addEventListener('abort', reject)
      worker.postMessage({ name: file.originalName, file: content } satisfies OfficeRequest, [content])
    })
  } finally {
    worker.terminate()
  }
}

/** The beginning of a text or of an office document, as it was written; of a spreadsheet, as a table. */
export default function TextPage({ file, caption, onFailure }: FilePagesProps) {
  const [content, setContent] = useState<OfficeContent>()

  useEffect(() => {
    const controller = new AbortController()
    const load = isOffice(file) ? officeContent : textContent
    load(file, controller.signal)
      .then(setContent)
      .catch(() => !controller.signal.aborted && onFailure())
    return () => controller.abort()
  }, [file, onFailure])

  const { text = 'Loading…', rows, isCut } = content ?? {}
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too
    <section className="in-place-pages grid gap-3 mt-2 edge on-paper-2" aria-label={caption} tabIndex={0}>
      {rows ? <CsvTable rows={rows} caption={caption} /> : <pre>{text}</pre>}
      {isCut && <p className="meta">This is only the beginning. Download the file to read the rest.</p>}
    </section>
  )
}

/** The first row says what the columns are. */
const CsvTable = ({ rows: [head = [], ...rows], caption }: { rows: string[][]; caption: string }) => (
  <table className="in-place-table text-2 tabular" aria-label={caption}>
    <thead>
      <tr>
        {head.map((cell, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells have nothing but their place
          <th key={at} scope="col">
            {cell}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing but their place
        <tr key={nth}>
          {row.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have nothing but their place
            <td key={at}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
