import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useNow } from '#web/kit/useNow.ts'
import { startOfDay } from '#web/kit/zoned.ts'
import { useConnection } from '#web/live/socket.ts'
import { createLeadList } from './lead-list.ts'
import type { Loaded } from './load.ts'

/** The leads of the page, followed live from what was loaded. `now` is in milliseconds since 1970, and goes on by itself. */
export function useLeads(loaded: Loaded) {
  const list = useMemo(() => createLeadList(loaded), [loaded])
  const state = useSyncExternalStore(list.subscribe, list.now)
  const connection = useConnection()
  const now = useNow()
  useEffect(() => list.open(), [list])

  // Time alone makes a lead late, and ends the day.
  const { nextDue } = state.counts
  const isDue = nextDue !== null && now >= Date.parse(nextDue)
  const today = startOfDay(now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is to be counted anew
  useEffect(() => list.countSoon(), [list, isDue, today])

  return { list, state, connection, now }
}
