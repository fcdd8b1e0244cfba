import { useState } from 'react'

/** A message that is being written. It outlives a reload, in this window alone. */
export function useMessageDraft(orderId: string): [string, (text: string) => void, () => void] {
  const key = `message-draft:${orderId}`
  const [text, setText] = useState(() => {
    try {
      return sessionStorage.getItem(key) ?? ''
    } catch {
      return '' // a browser may keep nothing
    }
  })
  const keep = (written: string) => {
    setText(written)
    try {
      if (written) sessionStorage.setItem(key, written)
      else sessionStorage.removeItem(key)
    } catch {
      // It lives as long as the page, then.
    }
  }
  return [text, keep, () => keep('')]
}
