import { useState } from 'react'
import { sessionStore } from '#web/kit/storage.ts'

/** A message that is being written. It outlives a reload, in this window alone. */
export function useMessageDraft(orderId: string): [string, (text: string) => void, () => void] {
  const key = `message-draft:${orderId}`
  const [text, setText] = useState(() => sessionStore.get(key) ?? '')
  const keep = (written: string) => {
    setText(written)
    if (written) sessionStore.set(key, written)
    else sessionStore.remove(key)
  }
  return [text, keep, () => keep('')]
}
