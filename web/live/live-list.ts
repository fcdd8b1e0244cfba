import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { WireEvent } from '#domain/event.ts'
import { today, useNow } from '#web/kit/time.ts'
import { createRetry } from '#web/retry.ts'
import { followEvents } from './socket.ts'
import { createWatchers, recentMs } from './watchers.ts'

/** The common part of live lists beside their rows: the ids that something was just written about, each with the event. */
type WithRecent = { recent: ReadonlyMap<string, string> }

type Options = {
  onEvent(event: WireEvent): void
  /**
   * Loads again what is shown, and shows it. Resolves to whether it is up to date. Otherwise, and where it throws, it is
   * tried again after a while.
   */
  load(): Promise<boolean>
  /** Is called at each connect, beside `load`. */
  onConnect?(): Promise<unknown>
}

/**
 * The common part of lists that are followed live: state, recent changes, and loading one at a time. The rows, and what an
 * event does to them, are each list's own.
 */
export function liveList<State extends WithRecent>(first: State, { onEvent, load, onConnect }: Options) {
  let now = first
  const { subscribe, notify } = createWatchers()
  let isOpen = false
  let refreshing = false
  let refreshAgain = false
  const retry = createRetry(refresh)

  function show(changes: Partial<State>) {
    now = { ...now, ...changes }
    notify()
  }
  const showRecent = (recent: WithRecent['recent']) => show({ recent } as Partial<State>)

  /** Loads again until that succeeds, once more if it is asked meanwhile: what was missed is in the list then. */
  async function refresh(): Promise<void> {
    refreshAgain = refreshing
    if (refreshing) return
    refreshing = true
    if (await load().catch(() => false)) retry.stop()
    else if (isOpen) retry.later()
    refreshing = false
    if (refreshAgain) await refresh()
  }

  return {
    subscribe,
    now: () => now,
    show,
    refresh,
    isOpen: () => isOpen,

    /** Marks an id as recent for a while, because of an event. */
    mark(id: string, event: string) {
      showRecent(new Map(now.recent).set(id, event))
      setTimeout(() => showRecent(new Map([...now.recent].filter(([, each]) => each !== event))), recentMs)
    },

    /** Follows until the returned function is called. What was written since the list was loaded is asked for at once. */
    open(): () => void {
      isOpen = true
      const close = followEvents(onEvent, () => Promise.all([refresh(), onConnect?.()]), refresh)
      return () => {
        isOpen = false
        retry.stop()
        close()
      }
    },
  }
}

/** Calls back when another day has begun in the agency’s zone: what a list says may be of the day before. */
export function useNewDay(onNewDay: () => void): void {
  const day = today(useNow())
  const known = useRef(day)
  const begin = useEffectEvent(onNewDay)
  useEffect(() => {
    if (known.current === day) return
    known.current = day
    begin()
  }, [day])
}

/** How often what lags behind is loaded again, in milliseconds. */
const behindMs = 3_000

/** Loads a page’s data again as long as the lists that it came from lag behind what this page knows of. */
export function useUntilUpToDate(loaded: { stale?: boolean | undefined }): void {
  const { revalidate } = useRevalidator()
  const again = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (!loaded.stale) return
    const timer = setTimeout(again, behindMs)
    return () => clearTimeout(timer)
  }, [loaded])
}
