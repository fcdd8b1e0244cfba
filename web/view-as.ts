import { viewAsHeader } from '#domain/contract/call.ts'

const prefix = '/view-as/'
const [, named] = /^\/view-as\/([\w-]+)(?:\/|$)/.exec(globalThis.location?.pathname ?? '') ?? []

/**
 * The id of the client as whom an admin views this page; undefined otherwise. It is in the address of the page, and stays
 * until another document is opened. All its requests are made as that client, and the server
 * refuses every change. Leaving the view means opening another document.
 */
export const viewedClient: string | undefined = named

/** The header that says so of a request, where it is. */
export const viewAsHeaders: Record<string, string> = viewedClient === undefined ? {} : { [viewAsHeader]: viewedClient }

/** The prefix of the paths of this document's pages. */
export const basename = viewedClient === undefined ? '/' : prefix + viewedClient

/** Where an admin looks at a page as a client. */
export const viewAsPath = (clientId: string, path: string): string => prefix + clientId + path

const viewable = /^\/(dashboard|history|order-detail\/[^/]+)\/?$/

/** The path of an address within the view, if it can be looked at as a client. */
export function viewedPath(pathname: string): string | undefined {
  const path = pathname.slice(basename.length)
  return viewable.test(path) ? path : undefined
}
