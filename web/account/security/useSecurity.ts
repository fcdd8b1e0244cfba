import { useState } from 'react'
import type { SecurityEntry } from '#domain/contract/security.ts'
import { useFollowedLog } from '#web/live/useFollowedLog.ts'
import { type LoadedSecurity, loadPage } from './load.ts'

/**
 * The entries of the security log, the latest first. New and repeated entries wait until they are requested, so that no
 * line moves while it is read. `waiting` is their number.
 */
export function useSecurity({ kind, entries, next }: LoadedSecurity) {
  const [shown, setShown] = useState<{ entries: readonly SecurityEntry[]; next: string | undefined }>({ entries, next })
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const wait = (heard: readonly Pick<SecurityEntry, 'id' | 'kind' | 'times'>[]) => {
    const timesOf = new Map(shown.entries.map(({ id, times }) => [id, times]))
    const fresh = heard.filter((entry) => (timesOf.get(entry.id) ?? 0) < entry.times)
    if (fresh.length > 0) setWaiting((before) => new Set([...before, ...fresh.map(({ id }) => id)]))
  }
  useFollowedLog({
    log: 'security',
    onNote: (heard) => (kind === undefined || heard.kind === kind) && wait([heard]),
    lookAgain: async () => wait((await loadPage(kind)).data),
  })

  return {
    ...shown,
    waiting: waiting.size,
    /** Shows what waits. Throws `HttpError`. */
    async showNew() {
      const { data, next } = await loadPage(kind)
      const fresh = new Set(data.map(({ id }) => id))
      const known = shown.entries.filter(({ id }) => !fresh.has(id))
      const meets = known.length < shown.entries.length
      setShown(meets ? { entries: [...data, ...known], next: shown.next } : { entries: data, next })
      setWaiting(new Set())
    },
    /** Shows the next older entries. Throws `HttpError`. */
    async more() {
      const page = await loadPage(kind, { after: shown.next })
      setShown({ entries: [...shown.entries, ...page.data], next: page.next })
    },
  }
}
