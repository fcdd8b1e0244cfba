import { type SiteData, sessionHint, siteDataId } from '#domain/site/site.ts'

let data: SiteData | undefined

/** The agency’s settings, as they came with the page; undefined where the page came without: in development. */
export const siteData = (): SiteData | undefined => (data ??= read())

/** Sets it, where a page is rendered on the server. */
export function setSiteData(site: SiteData): void {
  data = site
}

function read(): SiteData | undefined {
  const text = globalThis.document?.getElementById(siteDataId)?.textContent
  return text ? (JSON.parse(text) as SiteData) : undefined
}

/** The ids of the published projects; undefined where the page came without the settings. */
export const publishedIds = (): number[] | undefined => siteData()?.works.state.map(({ id }) => id)

let rendersForPerson = false

/** Sets, where a page is rendered on the server, whether it is for a person, who has a session. */
export function setRendersForPerson(isPersons: boolean): void {
  rendersForPerson = isPersons
}

/**
 * Whether there may be a session: the server says so by a cookie that scripts can see. Where it did not send the page it
 * cannot have said so, and has to be asked.
 */
export const mayHaveSession = (): boolean =>
  siteData() === undefined || (globalThis.document?.cookie.split('; ').includes(`${sessionHint}=1`) ?? rendersForPerson)
