import { useEffect, useState } from 'react'
import type { StoredFile } from '#domain/order/conversation.ts'
import { addressOf } from '#domain/order/design-link.ts'
import { rowsOfCsv } from './csv.ts'

/** How much of a text is shown, in bytes: the rest is in the download. */
const beginning = 64 * 1024

/** The beginning of a text, as it was written; of comma-separated values, as a table. */
export default function TextPage({
  file,
  caption,
  onFailure,
}: {
  file: StoredFile
  caption: string
  onFailure(): void
}) {
  const [text, setText] = useState<string>()
  const [failure] = useState(() => onFailure)

  useEffect(() => {
    const controller = new AbortController()
    fetch(addressOf(file), { headers: { Range: `bytes=0-${beginning - 1}` }, signal: controller.signal })
      .then((response) => (response.ok ? response.text() : Promise.reject(response.status)))
      .then(setText)
      .catch(() => !controller.signal.aborted && failure())
    return () => controller.abort()
  }, [file, failure])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too
    <section className="in-place-pages" aria-label={caption} tabIndex={0}>
      {text !== undefined && /\.csv$/i.test(file.originalName) ? (
        <CsvTable rows={rowsOfCsv(text, file.size > beginning)} caption={caption} />
      ) : (
        <pre>{text ?? 'Opening…'}</pre>
      )}
      {text !== undefined && file.size > beginning && (
        <p className="meta">Only the beginning. Download it for the rest.</p>
      )}
    </section>
  )
}

/** The first row says what the columns are. */
const CsvTable = ({ rows: [head = [], ...rows], caption }: { rows: string[][]; caption: string }) => (
  <table className="in-place-table" aria-label={caption}>
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
