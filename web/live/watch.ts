import type { WireEvent } from '#domain/wire.ts'
import { holdSocket, type Missed } from './socket.ts'

/** How a fact came: under the reader's eyes, or while the line was down. */
export type Landing = 'just written' | 'while you were away'

type Follower = {
  /** The revision the follower stands at. */
  revision(): number
  /** Whether facts are missing that were heard of. */
  isBehind(): boolean
  hear(events: readonly WireEvent[], landing: Landing): void
  /** The server said that this person may not see the order. */
  refuse(): void
}

/** How long an answer to `watch` may take, and how long to wait before asking once more: milliseconds. */
const patience = 5_000
const pause = 1_000

/** Watches an order's stream for a follower: after each connect and on each gap it asks for what is missing. */
export function watchOrder(orderId: string, follower: Follower): () => void {
  const { socket, release } = holdSocket()
  let landing: Landing = 'just written'
  let asking = false
  let left = false

  async function ask(): Promise<void> {
    if (asking || left || !socket.connected) return
    asking = true
    const answer = await socket
      .timeout(patience)
      .emitWithAck('watch', { orderId, after: follower.revision() })
      .catch((): Missed | undefined => undefined)
    asking = false
    if (left) return
    if (answer && 'refused' in answer) return follower.refuse()
    if (answer) {
      follower.hear(answer.events, landing)
      landing = 'just written'
    }
    if (!answer || follower.isBehind()) setTimeout(ask, pause)
  }

  function hear(event: WireEvent) {
    if (event.orderId !== orderId) return
    follower.hear([event], 'just written')
    if (follower.isBehind()) void ask()
  }
  function lose() {
    landing = 'while you were away'
  }

  socket.on('event', hear)
  socket.on('connect', ask)
  socket.on('disconnect', lose)
  void ask()

  return () => {
    left = true
    socket.off('event', hear)
    socket.off('connect', ask)
    socket.off('disconnect', lose)
    if (socket.connected) socket.emit('unwatch', { orderId })
    release()
  }
}
