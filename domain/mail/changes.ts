import { counted, listed } from '#domain/count.ts'

/** How many sentences a mail about one project holds: the project’s page has all of them. */
const maxLines = 40

/** What happened: in a sentence, with who did it. */
export type NotifiedEvent = { sentence: string; by: string }

/** What a mail says of events, oldest first: who did it, all of it in a few words, and each in a line. */
export function changesIn(events: readonly NotifiedEvent[]) {
  const people = [...new Set(events.map(({ by }) => by))]
  const [only] = events
  return {
    people: listed(people),
    summary: events.length === 1 ? only!.sentence : counted(events.length, 'change'),
    changes: latestLines(events, maxLines, people.length > 1 ? withAuthor : ({ sentence }) => sentence),
  }
}

/** The last of the events, each in a line, below one that counts those left out. */
export const latestLines = (
  events: readonly NotifiedEvent[],
  limit: number,
  lineOf: (event: NotifiedEvent) => string,
): string[] => [
  ...(events.length > limit ? [`… and ${counted(events.length - limit, 'earlier change')}`] : []),
  ...events.slice(-limit).map(lineOf),
]

export const withAuthor = ({ sentence, by }: NotifiedEvent): string => `${sentence} (${by})`
