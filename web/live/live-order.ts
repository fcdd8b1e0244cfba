import type { WatchAnswer } from '#domain/contract/live.ts'
import { fromWire, type WireEvent } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/actions.ts'
import { call, rememberPosition } from '#web/api.ts'
import { createRetry } from '#web/retry.ts'
import { eventsAfter } from './history.ts'
import type { Arrival, LiveState } from './order.ts'
import { acquireSocket } from './socket.ts'
import { applyEvents, followFrom, isBehind } from './stream.ts'
import { recentMs } from './watchers.ts'

/** How often it is looked which events are not recent any more: milliseconds. */
const forgetMs = 1_000

/** How long a frame may be waited for: a page in the background draws none. In milliseconds. */
const frameMs = 250

export type LiveOrder = ReturnType<typeof liveOrder>

/** An order that follows its stream while it is open. It misses nothing, and takes nothing twice. */
export function liveOrder(id: string, now: LiveState) {
  let followed = followFrom(now.order, now.revision)
  const watchers = new Set<() => void>()
  let isNotified = true
  /** The recent events, oldest first, and when they arrived: milliseconds since 1970. */
  let arrived: { id: string; at: number }[] = []

  /** Shows what arrives within a frame as one change. */
  function show(changes: Partial<LiveState>) {
    now = { ...now, ...changes }
    if (!isNotified || watchers.size === 0) return
    isNotified = false
    const notify = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      isNotified = true
      for (const changed of watchers) changed()
    }
    const frame = requestAnimationFrame(notify)
    const timer = setTimeout(notify, frameMs)
  }

  /** Many at a time, so that what arrived one by one does not change the page one by one a second time. */
  function forgetArrived() {
    const left = arrived.filter(({ at }) => at > Date.now() - recentMs)
    if (left.length < arrived.length) show({ recent: new Map([...now.recent].slice(now.recent.size - left.length)) })
    arrived = left
    if (left.length > 0) setTimeout(forgetArrived, forgetMs)
  }

  /**
   * Applies events of an answer or of the live connection, by the same rule. Answers with how the order stands then.
   */
  function apply(events: readonly WireEvent[], arrival: Arrival = 'just now'): LiveState {
    for (const { position } of events) rememberPosition(position)
    const recorded = events.map((event) => fromWire<OrderEvent>(event))
    const result = applyEvents(followed, recorded, orders.evolve)
    followed = result.followed
    if (result.unknown) show({ outdated: true })
    if (result.applied.length === 0) return now
    const known = [...now.events, ...result.applied]
    const erased = known.findLastIndex(({ type }) => type === 'ClientErased')
    show({
      order: followed.state,
      revision: followed.revision,
      events: known.slice(Math.max(0, erased)), // what the client wrote goes with them
      recent: new Map([...now.recent, ...result.applied.map(({ id }) => [id, arrival] as const)]),
    })
    if (arrived.length === 0) setTimeout(forgetArrived, recentMs)
    arrived.push(...result.applied.map(({ id }) => ({ id, at: Date.now() })))
    return now
  }

  return {
    subscribe(changed: () => void) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    /** How the order stands at this moment, which a render may not have shown yet. */
    now: () => now,
    applyEvents: apply,
    /** Asks the server what was written since, whether or not the live connection is up. Throws `HttpError`. */
    async catchUp(): Promise<LiveState> {
      const events = await eventsAfter(id, followed.revision)
      if (!events) show({ refused: true })
      return apply(events ?? [])
    },
    /** Loads a page of the earlier messages, and answers with how the order stands then. Throws `HttpError`. */
    async loadEarlier(): Promise<LiveState> {
      const { earlier } = now
      if (!earlier) return now
      const { data, next } = await call('getConversation', { query: { id, before: earlier.before } })
      if (now.earlier !== earlier) return now // it was loaded meanwhile
      const messages = data.filter(({ kind }) => kind === 'message') // the files are there already
      const conversation = [...messages, ...followed.state.conversation].sort((a, b) => a.revision - b.revision)
      followed = { ...followed, state: { ...followed.state, conversation } }
      const left = earlier.messages - messages.length
      show({ order: followed.state, earlier: next && left > 0 ? { before: next, messages: left } : undefined })
      return now
    },
    /** Follows until the returned function is called. */
    open: () =>
      watchOrder(id, {
        revision: () => followed.revision,
        isBehind: () => isBehind(followed) && !now.outdated, // asking again would bring the same
        applyEvents: apply,
        refuse: () => show({ refused: true }),
      }),
  }
}

type Follower = {
  /** The revision the follower stands at. */
  revision(): number
  /** Whether events are missing before the latest known one. */
  isBehind(): boolean
  applyEvents(events: readonly WireEvent[], arrival: Arrival): void
  /** The server said that this person may not see the order. */
  refuse(): void
}

/** How long an answer to `watch` may take: milliseconds. */
const answerMs = 5_000

/** Watches an order's stream for a follower: after each connect and on each gap it asks for what is missing. */
function watchOrder(orderId: string, follower: Follower): () => void {
  const { socket, release } = acquireSocket()
  let arrival: Arrival = 'just now'
  let asking = false
  let left = false
  const retry = createRetry(ask, 1_000)

  async function ask(): Promise<void> {
    if (asking || left || !socket.connected) return
    asking = true
    const after = follower.revision()
    const answer = await socket
      .timeout(answerMs)
      .emitWithAck('watch', { orderId, after })
      .catch((): WatchAnswer | undefined => undefined)
    asking = false
    if (left) return
    if (answer && 'refused' in answer) return follower.refuse()
    if (answer && 'waitSeconds' in answer) return void setTimeout(ask, answer.waitSeconds * 1_000)
    if (answer) {
      follower.applyEvents(answer.events, arrival)
      if (answer.more && follower.revision() > after) return void ask() // still of what was missed
      arrival = 'just now'
    }
    if (!answer || follower.isBehind()) retry.later()
    else retry.stop()
  }

  function onEvent(event: WireEvent) {
    if (event.orderId !== orderId) return
    follower.applyEvents([event], 'just now')
    if (follower.isBehind()) void ask()
  }
  function onDisconnect() {
    arrival = 'while you were away'
  }

  socket.on('event', onEvent)
  socket.on('connect', ask)
  socket.on('disconnect', onDisconnect)
  void ask()

  return () => {
    left = true
    retry.stop()
    socket.off('event', onEvent)
    socket.off('connect', ask)
    socket.off('disconnect', onDisconnect)
    if (socket.connected) socket.emit('unwatch', { orderId })
    release()
  }
}
