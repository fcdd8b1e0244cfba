/** How many sentences a mail holds: the project page has all of them. */
const maxLines = 40

/** What happened: in a sentence, with who did it. */
export type NotifiedEvent = { sentence: string; by: string }

/** What a mail says of events, oldest first: who did it, all of it in a few words, and each in a line. */
export function changesIn(events: readonly NotifiedEvent[]) {
  const people = [...new Set(events.map(({ by }) => by))]
  const [only] = events
  return {
    people: listed(people),
    summary: events.length === 1 ? only!.sentence : `${events.length} changes`,
    changes: [
      ...(events.length > maxLines ? [`… and ${events.length - maxLines} changes before these`] : []),
      ...events.slice(-maxLines).map(({ sentence, by }) => (people.length > 1 ? `${sentence} (${by})` : sentence)),
    ],
  }
}

const listed = (names: string[]) =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
