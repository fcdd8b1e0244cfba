import { createContext, use, useEffect } from 'react'
import { useMatches } from 'react-router-dom'
import { agencyName } from '#domain/settings/brand.ts'
import { useAgency } from '#web/live/agency.ts'

export type HeadProps = {
  /** The title of the page, before the agency's name: that of its route, unless given; the first page has none. */
  title?: string
  /** The description for search engines and previews, in a sentence or two. */
  description?: string
  /** The path of the picture that previews show, 1200 by 630 pixels. */
  image?: string
  /** Whether search engines should leave it out. */
  noindex?: boolean
}

export const defaultDescription =
  'Hand-coded websites with a dashboard for the business owner. Clients follow their project live.'

/** The title of a window with a page. */
export const windowTitle = (title: string | undefined, name: string): string =>
  title ? `${title} – ${name}` : `${name}: hand-coded websites`

/** Collects the head of a page that is rendered on the server, where nothing else of it can be written by a component. */
export const HeadCollector = createContext<((head: HeadProps) => void) | null>(null)

/** The name of the page’s route, if it has one. */
export const useRouteName = () => useMatches().at(-1)?.handle as string | undefined

const openedAt = globalThis.location?.pathname

/** The page’s title in the window, and its description for those who find it or pass it on. */
export function Head(head: HeadProps) {
  const routeName = useRouteName()
  const { title = routeName, description = defaultDescription, noindex = false } = head
  const name = agencyName(useAgency())
  const collect = use(HeadCollector)
  collect?.({ ...head, title })
  // The document has a title of its own, so that React's would be a second one, which browsers ignore.
  useEffect(() => {
    document.title = windowTitle(title, name)
    document.querySelector('meta[name=description]')?.setAttribute('content', description)
    // They name the page that was opened: where another is shared, its address stands for it.
    if (location.pathname !== openedAt)
      for (const each of document.querySelectorAll('link[rel=canonical],meta[property^=og]')) each.remove()
  }, [title, description, name])
  return noindex && !collect ? <meta name="robots" content="noindex" /> : null
}
