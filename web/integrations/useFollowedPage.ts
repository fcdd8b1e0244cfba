import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { WireEvent } from '#domain/event.ts'
import { idIn } from '#domain/event.ts'
import { followEvents, useConnection } from '#web/live/socket.ts'
import { recentMs } from '#web/live/watchers.ts'

/**
 * Loads the page again when something of it was changed, here or by another admin, and when the line is back. `recent`
 * are the ids of the keys and webhooks that something was just written about.
 */
export function useFollowedPage() {
  const { revalidate } = useRevalidator()
  const [recent, setRecent] = useState<ReadonlySet<string>>(new Set())
  const connection = useConnection()

  const apply = useEffectEvent((event: WireEvent) => {
    const id = idIn({ name: 'api-key' }, event.stream) ?? idIn({ name: 'webhook' }, event.stream)
    if (id === undefined) return
    setRecent((ids) => new Set([...ids, id]))
    setTimeout(() => setRecent((ids) => new Set([...ids].filter((each) => each !== id))), recentMs)
    void revalidate()
  })
  const catchUp = useEffectEvent(() => void revalidate())

  useEffect(
    () =>
      followEvents(
        (event) => apply(event),
        () => catchUp(),
      ),
    [],
  )

  return { connection, recent }
}
