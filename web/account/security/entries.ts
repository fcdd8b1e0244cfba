import type { LoaderFunctionArgs } from 'react-router-dom'
import { type SecurityKind, securityKinds } from '#domain/contract/call.ts'
import type { SecurityEntry } from '#domain/contract/security.ts'
import { call } from '#web/api.ts'

/** How many entries are shown, and how many more at a time. */
const pageSize = 50

/** A page of the entries of a kind, or of all. Throws `HttpError`. */
export const loadPage = (
  kind: SecurityKind | undefined,
  more: { after?: string | undefined; signal?: AbortSignal } = {},
) =>
  call('getSecurityLog', {
    query: { kind, limit: pageSize, after: more.after },
    signal: more.signal,
  })

/** The latest entries, of the kind that the address says. */
export async function loadSecurity({ request: { url, signal } }: LoaderFunctionArgs) {
  const requested = new URL(url).searchParams.get('kind')
  const kind = securityKinds.find((each) => each === requested)
  const { data, ...rest } = await loadPage(kind, { signal })
  return { kind, entries: data, ...rest }
}

export type LoadedSecurity = Awaited<ReturnType<typeof loadSecurity>>

type Note = Pick<SecurityEntry, 'id' | 'times' | 'lastAt'>

/** The entries that are shown, the latest first, and the notes of new and repeated ones that wait to be shown. */
export type ShownEntries = Omit<LoadedSecurity, 'kind'> & { notes: ReadonlyMap<string, Note> }

type Answer = Omit<LoadedSecurity, 'kind' | 'entries'> & { data: SecurityEntry[] }

/** With what was heard: of entries, and when something was refused. Either may be older than what is known. */
export function withNotes(shown: ShownEntries, heard: readonly Note[], refusedAt?: string): ShownEntries {
  const newer = heard.filter(({ id, times }) => (shown.notes.get(id)?.times ?? 0) < times)
  const notes = new Map([...shown.notes, ...newer.map((note) => [note.id, note] as const)])
  return withoutShown({ ...shown, notes, refusedAt: laterOf(shown.refusedAt, refusedAt) })
}

/** With the latest entries, requested when the `announced` notes waited. What was heard since goes on waiting. */
export function withLatest(
  shown: ShownEntries,
  { data, next, refusedAt }: Answer,
  announced: ShownEntries['notes'],
): ShownEntries {
  const latest = new Set(data.map(({ id }) => id))
  const known = shown.entries.filter(({ id }) => !latest.has(id))
  const meets = known.length < shown.entries.length
  return withoutShown({
    entries: meets ? [...data, ...known.map((entry) => repeated(entry, announced.get(entry.id)))] : data,
    next: meets ? shown.next : next,
    refusedAt: laterOf(shown.refusedAt, refusedAt),
    notes: new Map([...shown.notes].filter(([id, note]) => announced.get(id) !== note)),
  })
}

/** With the next older entries. */
export function withOlder(shown: ShownEntries, { data, next }: Answer): ShownEntries {
  const known = new Set(shown.entries.map(({ id }) => id))
  return withoutShown({ ...shown, entries: [...shown.entries, ...data.filter(({ id }) => !known.has(id))], next })
}

/** Drops the notes of what is shown as often as they say, and of what comes only with older entries. An id begins with its time. */
function withoutShown(shown: ShownEntries): ShownEntries {
  const timesOf = new Map(shown.entries.map(({ id, times }) => [id, times]))
  const oldest = shown.next === undefined ? '' : (shown.entries.at(-1)?.id ?? '')
  const waits = ({ id, times }: Note) => id >= oldest && (timesOf.get(id) ?? 0) < times
  return { ...shown, notes: new Map([...shown.notes].filter(([, note]) => waits(note))) }
}

const repeated = (entry: SecurityEntry, { times, lastAt }: Note = entry): SecurityEntry =>
  times > entry.times ? { ...entry, times, lastAt } : entry

const laterOf = (one = '', other = ''): string | undefined => (one > other ? one : other) || undefined
