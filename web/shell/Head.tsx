import { useEffect } from 'react'
import { useAgencyName } from '#web/live/agency.ts'

/** What the page is called in the window's title, and whether search engines should leave it out. */
export function Head({ title, noindex = false }: { title?: string; noindex?: boolean }) {
  const name = useAgencyName()
  // index.html has a title of its own, the same as without one here, so that React's would be a second one, which browsers ignore.
  useEffect(() => {
    document.title = title ? `${title} – ${name}` : `${name}: websites written by hand`
  }, [title, name])
  return noindex ? <meta name="robots" content="noindex" /> : null
}
