import { useEffect, useState } from 'react'
import type { StoredFile } from '#domain/order/conversation.ts'
import { addressOf } from './preview.ts'

/** How much of a text is shown, in bytes: the rest is in the download. */
const beginning = 64 * 1024

/** The beginning of a text, as it was written. */
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
      <pre>{text ?? 'Opening…'}</pre>
      {text !== undefined && file.size > beginning && (
        <p className="meta">Only the beginning. Download it for the rest.</p>
      )}
    </section>
  )
}
