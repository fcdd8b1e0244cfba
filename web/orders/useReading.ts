import { type RefObject, useEffect, useEffectEvent } from 'react'
import { readConversation } from '#domain/order/read-conversation.ts'
import { intentKey } from '#web/http.ts'
import { useShownOrder } from './context.ts'
import { send } from './send.ts'
import { unreadIn } from './words.ts'

/** How long something must have been seen to have been read: milliseconds. */
const aGlance = 1_000

/** Marks the conversation as read once a section was visible in the focused window for a second. */
export function useReading(section: RefObject<HTMLElement | null>): void {
  const { id, order, revision, viewer, connection, hear } = useShownOrder()
  const waiting = connection.state === 'live' ? unreadIn(order, viewer) : 0

  const read = useEffectEvent(() =>
    send(readConversation, id, { upTo: revision }, { key: intentKey() }).then(
      ({ events }) => hear(events),
      () => {}, // Nobody asked for this, so nobody is told. The next glance tries again.
    ),
  )

  useEffect(() => {
    if (waiting === 0 || !section.current) return
    let visible = false
    let glance: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(glance)
      if (visible && document.hasFocus()) glance = setTimeout(read, aGlance)
    }
    const observer = new IntersectionObserver((entries) => {
      visible = entries.at(-1)!.isIntersecting
      look()
    })
    observer.observe(section.current)
    addEventListener('focus', look)
    addEventListener('blur', look)
    return () => {
      clearTimeout(glance)
      observer.disconnect()
      removeEventListener('focus', look)
      removeEventListener('blur', look)
    }
  }, [waiting, section])
}
