import { useEffect, useSyncExternalStore } from 'react'
import type { WireEvent } from '#domain/event.ts'
import { mayHaveSession } from '#web/site-data.ts'
import { createWatchers } from './watchers.ts'

/** A setting as a page knows it; its revision is −1 as long as nothing was ever set. */
export type Setting<State> = { state: State; revision: number }

type Options<State> = {
  stream: string
  /** The type of its events. After one of another type, of a newer server, the server is asked what stands. */
  type: string
  /** Returns the state after an event’s data: each event has all that is set. */
  stateOf(data: never): State
  /** Asks the server. Throws `HttpError`. */
  load(): Promise<Setting<State>>
  /** The setting as it came with the page, where it did. */
  came?(): Setting<State> | undefined
}

/** A setting of the agency, one for all pages of this window, which follow it while they are open. */
export type LiveSetting<State> = {
  /** The setting, as far as this page knows. */
  now(): Setting<State> | undefined
  /** Asks the server what stands, and shows it. Throws `HttpError`. */
  refresh(): Promise<Setting<State>>
  /** Applies the events that a change was answered with; answers what stands then. */
  apply(events: readonly WireEvent[]): Setting<State>
  subscribe(changed: () => void): () => void
  /**
   * Follows it until the returned function is called; after a time without a line it asks what stands by then. Without a
   * session nothing is followed.
   */
  follow(): () => void
}

/** How long after its code or its answer did not come it is tried again, in milliseconds. */
const retryMs = 5_000

export function liveSetting<State>({ stream, type, stateOf, load, came }: Options<State>): LiveSetting<State> {
  let setting: Setting<State> | undefined
  const { subscribe, notify } = createWatchers()

  /** Shows what was answered, unless something newer is known. */
  function show(answered: Setting<State>): Setting<State> {
    const known = now()
    if (known && answered.revision < known.revision) return known
    setting = answered
    notify()
    return setting
  }
  const applyEvent = (event: WireEvent) => {
    if (event.stream !== stream) return
    if (event.type === type) show({ state: stateOf(event.data as never), revision: event.revision })
    else void refresh().catch(() => {}) // what is known stays shown
  }
  const refresh = async () => show(await load())
  const now = () => setting ?? came?.()

  // Visitors have no connection, so they do not load what makes one either.
  function follow(): () => void {
    if (!mayHaveSession()) return () => {}
    const left = new AbortController()
    /** Does work, and retries it after growing pauses while it fails. */
    const retried = (work: () => Promise<unknown>, delay = retryMs): unknown =>
      left.signal.aborted || work().catch(() => setTimeout(retried, delay, work, Math.min(2 * delay, 60_000)))
    const ask = () => retried(refresh)
    retried(async () => {
      const { acquireSocket } = await import('./socket.ts')
      if (left.signal.aborted) return
      const { socket, release } = acquireSocket()
      socket.on('event', applyEvent)
      socket.on('connect', ask)
      if (socket.connected) ask()
      left.signal.addEventListener('abort', () => {
        socket.off('event', applyEvent)
        socket.off('connect', ask)
        release()
      })
    })
    return () => left.abort()
  }

  return {
    now,
    refresh,
    apply(events) {
      for (const event of events) applyEvent(event)
      return now()!
    },
    subscribe,
    follow,
  }
}

/** The setting in a component, followed while that is shown; undefined until it was loaded for the first time. */
export function useSetting<State>({ subscribe, now, follow }: LiveSetting<State>): Setting<State> | undefined {
  useEffect(() => follow(), [follow])
  return useSyncExternalStore(subscribe, now, now)
}
