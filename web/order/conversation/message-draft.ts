import { useEffect, useState } from 'react'
import { sessionStore } from '#web/kit/storage.ts'

const keyOf = (orderId: string) => `message-draft:${orderId}`
/** Dispatches messages that another part of the page begins. */
const begun = new EventTarget()

/** Begins a message for its writer, unless they are writing one. */
export function beginMessage(orderId: string, text: string): void {
  if (sessionStore.get(keyOf(orderId))) return
  sessionStore.set(keyOf(orderId), text)
  begun.dispatchEvent(new Event(orderId))
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
    take() // it may have been begun while this was not shown
    begun.addEventListener(orderId, take)
    return () => begun.removeEventListener(orderId, take)
  }, [key, orderId])
  const keep = (written: string) => {
    setText(written)
    if (written) sessionStore.set(key, written)
    else sessionStore.remove(key)
  }
  const dropSent = (sent: string) => {
    const latest = sessionStore.get(key) ?? ''
    keep(latest.startsWith(sent) ? latest.slice(sent.length).trimStart() : latest)
  }
  return [text, keep, dropSent]
}
