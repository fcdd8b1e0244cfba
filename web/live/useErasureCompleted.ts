import { useEffect, useEffectEvent } from 'react'
import type { WireEvent } from '#domain/event.ts'
import { followEvents } from './socket.ts'

/** Calls back once no text of an erased person can be read any more: what was loaded before can still have it. */
export function useErasureCompleted(callback: () => unknown): void {
  const onEvent = useEffectEvent(({ type }: WireEvent) => type === 'ErasureCompleted' && callback())
  useEffect(() => followEvents(onEvent, () => {}), [])
}
