import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { CommandResult } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { sessionStore } from '#web/kit/storage.ts'
import { loadActions } from '#web/live/actions.ts'
import { useConnection } from '#web/live/socket.ts'
import { useShownOrder } from '#web/order/context.ts'
import { sendCommand } from '#web/order/useOrderCommand.ts'
import { isLineDown, mayBeSent } from '#web/outbox/outbox.ts'
import { outboxOf } from '#web/outbox/own-outbox.ts'

const keyOf = (orderId: string) => `message-draft:${orderId}`
/** Dispatches that another part of the page has changed a message. */
const changed = new EventTarget()

/** Begins a message for its writer, unless they are writing one. */
export function beginMessage(orderId: string, text: string): void {
  if (sessionStore.get(keyOf(orderId))) return
  sessionStore.set(keyOf(orderId), text)
  changed.dispatchEvent(new Event(orderId))
}

/**
 * A message that is being written. It is stored for this window, and outlives a reload. The third takes off what was
 * sent: what was written meanwhile stays.
 */
export function useMessageDraft(orderId: string): [string, (text: string) => void, (sent: string) => void] {
  const key = keyOf(orderId)
  const [text, setText] = useState(() => sessionStore.get(key) ?? '')
  useEffect(() => {
    const take = () => setText(sessionStore.get(key) ?? '')
    take() // it may have been changed while this was not shown
    changed.addEventListener(orderId, take)
    return () => changed.removeEventListener(orderId, take)
  }, [key, orderId])
  const keep = (written: string) => {
    setText(written)
    if (written) sessionStore.set(key, written)
    else sessionStore.remove(key)
  }
  const dropSent = (sent: string) => {
    const latest = sessionStore.get(key) ?? ''
    keep(latest.startsWith(sent) ? latest.slice(sent.length).trimStart() : latest)
    changed.dispatchEvent(new Event(orderId)) // the project may have been closed meanwhile, and show it elsewhere
  }
  return [text, keep, dropSent]
}

const sendMessage = async () => (await loadActions()).orderCommands.sendMessage

// In a page that the server has rendered.
const none: ReturnType<ReturnType<typeof outboxOf>['waiting']> = []
const nothingWaits = () => none
const nothingIsSent = () => undefined

/** The messages of the order of the page around that wait for the line. They are sent when it is back. */
export function useOutbox() {
  const { id, viewer, applyEvents } = useShownOrder()
  const outbox = outboxOf(viewer.id)
  const waiting = useSyncExternalStore(outbox.subscribe, () => outbox.waiting(id), nothingWaits)
  const sending = useSyncExternalStore(outbox.subscribe, outbox.sending, nothingIsSent)
  const sent = useEffectEvent((orderId: string, events: Parameters<typeof applyEvents>[0]) => {
    if (orderId === id) applyEvents(events)
  })
  useEffect(() => {
    outbox.onSent((orderId, { events }) => sent(orderId, events))
    return () => outbox.onSent(() => {})
  }, [outbox])
  const isLive = useConnection().state === 'live'
  useEffect(() => {
    if (isLive) outbox.sendNow()
  }, [outbox, isLive])

  return {
    waiting,
    sending,
    isLive,
    remove: (key: string) => outbox.remove(id, key),
    /** Sends a message that was held back. */
    release(key: string) {
      outbox.release(id, key)
      outbox.sendNow()
    },
  }
}

/**
 * Sends a message on an order; without a line to the server it waits in the person's outbox, and none overtakes
 * another. Throws `HttpError` where it is refused.
 */
export async function sendOrWait(
  userId: string,
  { id, revision }: { id: string; revision: number },
  { key, text }: { key: string; text: string },
): Promise<CommandResult<OrderEvent>> {
  const outbox = outboxOf(userId)
  const wait = (isUnsure?: true) => {
    outbox.add(id, { key, text, isUnsure })
    outbox.sendNow()
    const notSent = navigator.onLine
      ? 'Not sent yet. We’ll keep trying.'
      : 'You’re offline. We’ll send it when you’re back online.'
    return {
      message: isUnsure ? 'This may have been sent. We’ll make sure.' : notSent,
      revision,
      position: '0',
      events: [],
    }
  }
  const isBehindOthers = outbox.waiting(id).some(({ problem }) => problem === undefined)
  if (isBehindOthers && text.trim()) return wait()
  try {
    return await sendCommand(sendMessage(), id, { text }, { key })
  } catch (error) {
    if (!isLineDown(error)) throw error
    return wait(mayBeSent(error) || undefined)
  }
}
