import { counted } from '#domain/count.ts'
import { latestLines, type NotifiedEvent, withAuthor } from './changes.ts'
import type { Entries } from './render-mail.ts'

/** What happened on a project: its name and its page for the reader, and when, in milliseconds since 1970. */
export type ProjectEvent = NotifiedEvent & { orderId: string; title: string; link: string; at: number }

/** How many projects a digest names, and how many sentences of each: their pages have all of them. */
const maxProjects = 25
const maxLines = 5

/**
 * What a mail says of events of several projects, oldest first: how many projects, how much, and each of them with the
 * last that happened on it, the latest project first. `listLink` is where all of them are.
 */
export function digestOf(events: readonly ProjectEvent[], listLink: string) {
  const projects = [...Map.groupBy(events, ({ orderId }) => orderId).values()]
    .map((all) => ({ all, latest: all.reduce((a, b) => (b.at >= a.at ? b : a)) }))
    .sort((a, b) => b.latest.at - a.latest.at)
  const entries = projects
    .slice(0, maxProjects)
    .map(({ all, latest: { title, link } }) => ({ says: title, link, lines: latestLines(all, maxLines, withAuthor) }))
  const more = projects.length - maxProjects
  if (more > 0) entries.push({ says: `… and ${counted(more, 'more project')}`, link: listLink, lines: [] })
  return {
    projects: counted(projects.length, 'project'),
    summary: counted(events.length, 'change'),
    changes: { entries } satisfies Entries,
    link: listLink,
  }
}
