import { useEffect } from 'react'
import { agency } from '#domain/agency.ts'

const plain = document.title

/** What the page is called in the window's title, and whether search engines should leave it out. */
export function Head({ title, noindex = false }: { title?: string; noindex?: boolean }) {
  // index.html has a title of its own, so that React's would be a second one, which nobody reads.
  useEffect(() => {
    document.title = title ? `${title} – ${agency.name}` : plain
  }, [title])
  return noindex ? <meta name="robots" content="noindex" /> : null
}
