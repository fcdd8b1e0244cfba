import { counted, listed } from '#domain/count.ts'
import type { Entries } from './render-mail.ts'

/** How many sentences a mail about one project holds: the project’s page has all of them. */
const maxLines = 40

/** A notified event: its sentence, with who did it; empty where it happened by itself. */
type NotifiedEvent = { sentence: string; by: string }

/** The content of a mail about events of a project, oldest first: who did it, all of it in a few words, and each in a line. */
export function changesIn(events: readonly NotifiedEvent[], order: string) {
  const authors = new Set(events.map(({ by }) => by))
  const people = listed([...authors].filter(Boolean))
  const [only] = events
  return {
    order,
    news: people ? `${people} made changes to ${order}` : `There is news on ${order}`,
    people: people || 'We',
    summary: events.length === 1 ? only!.sentence : counted(events.length, 'change'),
    changes: latestLines(events, maxLines, authors.size > 1 ? withAuthor : ({ sentence }) => sentence),
  }
}

/** The last of the events, each in a line, below one that counts those left out. */
const latestLines = (
  events: readonly NotifiedEvent[],
  limit: number,
  lineOf: (event: NotifiedEvent) => string,
): string[] => [
  ...(events.length > limit ? [`… and ${counted(events.length - limit, 'earlier change')}`] : []),
  ...events.slice(-limit).map(lineOf),
]

const withAuthor = ({ sentence, by }: NotifiedEvent): string => (by ? `${sentence} (${by})` : sentence)

/**
 * An event of a project: its name, the reader’s link to it, and the time in milliseconds since 1970. It says whose turn it
 * is as the mail is sent.
 */
export type ProjectEvent = NotifiedEvent & { orderId: string; title: string; link: string; at: number; next?: string }

/** How many projects a digest names, and how many sentences of each: their pages have all of them. */
const maxProjects = 25
const maxLinesOfEach = 5

/**
 * The content of a mail about events of several projects, given oldest first. It counts projects and events. Each project
 * is named with its last event, the latest project first. `listLink` is where all of them are.
 */
export function digestOf(events: readonly ProjectEvent[], listLink: string) {
  const projects = [...Map.groupBy(events, ({ orderId }) => orderId).values()]
    .map((all) => ({ all, latest: all.reduce((a, b) => (b.at >= a.at ? b : a)) }))
    .sort((a, b) => b.latest.at - a.latest.at)
  const entries = projects.slice(0, maxProjects).map(({ all, latest: { title, link, next } }) => ({
    says: title,
    link,
    lines: [...latestLines(all, maxLinesOfEach, withAuthor), ...(next ? [next] : [])],
  }))
  const more = projects.length - maxProjects
  if (more > 0) entries.push({ says: `… and ${counted(more, 'more project')}`, link: listLink, lines: [] })
  return {
    projects: counted(projects.length, 'project'),
    summary: counted(events.length, 'change'),
    changes: { entries } satisfies Entries,
    link: listLink,
  }
}
