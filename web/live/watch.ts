import type { WireEvent } from '#domain/event.ts'
import { acquireSocket, type Missed } from './socket.ts'

/** How an event arrived: live, or after the connection was down. */
export type Arrival = 'just now' | 'while you were away'

type Follower = {
  /** The revision the follower stands at. */
  revision(): number
  /** Whether events are missing before the latest known one. */
  isBehind(): boolean
  applyEvents(events: readonly WireEvent[], arrival: Arrival): void
  /** The server said that this person may not see the order. */
  refuse(): void
}

/** How long an answer to `watch` may take, and how long to wait before asking once more: milliseconds. */
const timeoutMs = 5_000
const retryDelayMs = 1_000

/** Watches an order's stream for a follower: after each connect and on each gap it asks for what is missing. */
export function watchOrder(orderId: string, follower: Follower): () => void {
  const { socket, release } = acquireSocket()
  let arrival: Arrival = 'just now'
  let asking = false
  let left = false

  async function ask(): Promise<void> {
    if (asking || left || !socket.connected) return
    asking = true
    const after = follower.revision()
    const answer = await socket
      .timeout(timeoutMs)
      .emitWithAck('watch', { orderId, after })
      .catch((): Missed | undefined => undefined)
    asking = false
    if (left) return
    if (answer && 'refused' in answer) return follower.refuse()
    if (answer && 'waitSeconds' in answer) return void setTimeout(ask, answer.waitSeconds * 1_000)
    if (answer) {
      follower.applyEvents(answer.events, arrival)
      if (answer.more && follower.revision() > after) return void ask() // still of what was missed
      arrival = 'just now'
    }
    if (!answer || follower.isBehind()) setTimeout(ask, retryDelayMs)
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
    socket.off('event', onEvent)
    socket.off('connect', ask)
    socket.off('disconnect', onDisconnect)
    if (socket.connected) socket.emit('unwatch', { orderId })
    release()
  }
}
