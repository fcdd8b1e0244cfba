import type { LoaderFunction } from 'react-router-dom'
import type { Work } from '#domain/site/works.ts'
import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { mayHaveSession, siteData } from '#web/site-data.ts'

/** The page’s data of the portfolio: the published projects; undefined when the server did not say. */
export type LoadedWorks = { works?: Work[] }

/** The projects as they came with the page. A page that stays open for days asks for them. */
async function worksNow(): Promise<Work[]> {
  const site = siteData()
  return site && !mayHaveSession() ? site.works.state : (await call('getWorks')).data
}

/** The projects as the agency tells them, for a page that has more than those to show. */
export const loadWorks = async (): Promise<LoadedWorks> => {
  try {
    return { works: await worksNow() }
  } catch {
    return {}
  }
}

/** The projects, and the one that the address names. Throws 404 where there is none of that name. */
export const loadWork: LoaderFunction = async ({ params: { id } }): Promise<{ works: Work[]; work: Work }> => {
  const works = await worksNow()
  const work = works.find((each) => String(each.id) === id)
  if (!work) throw new HttpError(404, { message: 'This project doesn’t exist.' })
  return { works, work }
}

/** Where a project has its page. */
export const workPath = ({ id }: Pick<Work, 'id'>): string => `/work/${id}`

/** The words added to the client's name: `tea growers` of `Nilgiri and Daughters, tea growers`. */
export function tradeOf({ client, title }: Pick<Work, 'client' | 'title'>): string {
  const trade = client.startsWith(`${title},`) ? client.slice(title.length + 1).trim() : client
  return trade.charAt(0).toUpperCase() + trade.slice(1)
}

/** The pictures of a project that its own page shows: of three, the first is its cover alone (specification section 2). */
export const shownImages = (images: readonly string[]): readonly string[] =>
  images.length === 3 ? images.slice(1) : images
