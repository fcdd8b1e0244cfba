import type { Recorded } from '#domain/event.ts'
import { fromWire, streamOf, type WireEvent } from '#domain/event.ts'
import { packageId, type TemplateEvent, templates } from '#domain/questionnaire/template.ts'
import { acquireSocket } from './socket.ts'

type Follower = {
  onEvent(event: Recorded<TemplateEvent>): void
  /** The line is there, or there again: what was missed has to be asked for. */
  onConnect(): void
}

/** Follows what new orders begin with, until the returned function is called. */
export function followTemplate({ onEvent, onConnect }: Follower): () => void {
  const { socket, release } = acquireSocket()
  const stream = streamOf(templates, packageId)
  const take = (event: WireEvent) => event.stream === stream && onEvent(fromWire<TemplateEvent>(event))
  socket.on('event', take)
  socket.on('connect', onConnect)
  if (socket.connected) onConnect()
  return () => {
    socket.off('event', take)
    socket.off('connect', onConnect)
    release()
  }
}
