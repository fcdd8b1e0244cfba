import { type RefObject, useEffect, useEffectEvent } from 'react'
import { newIdempotencyKey } from '#web/api.ts'
import { unreadCountIn } from '#web/history/event-text.ts'
import { loadActions } from '#web/live/actions.ts'
import { useConnection } from '#web/live/socket.ts'
import { useShownOrder } from '#web/order/context.ts'
import { sendCommand } from '#web/order/useOrderCommand.ts'

/** How long a section must have been visible to count as read: milliseconds. */
const readAfterMs = 1_000

const readConversation = async () => (await loadActions()).orderCommands.readConversation

/** Marks the conversation as read once a section was visible in the focused window for a second, where all unread is shown. */
export function useMarkAsRead(section: RefObject<HTMLElement | null>, isAllShown: boolean): void {
  const { id, order, revision, viewer, readOnly, applyEvents } = useShownOrder()
  const { state } = useConnection()
  // Who looks as the client reads nothing in their place.
  const waiting = state === 'live' && !readOnly && isAllShown ? unreadCountIn(order, viewer) : 0

  const read = useEffectEvent(() =>
    sendCommand(readConversation(), id, { upTo: revision }, { key: newIdempotencyKey() }).then(
      ({ events }) => applyEvents(events),
      () => {}, // Not an action of the person, so its failure is not shown. The next time the section is visible tries again.
    ),
  )

  useEffect(() => {
    if (waiting === 0 || !section.current) return
    let visible = false
    let glance: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(glance)
      if (visible && document.hasFocus()) glance = setTimeout(read, readAfterMs)
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
