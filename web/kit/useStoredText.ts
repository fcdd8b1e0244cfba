import { useState } from 'react'
import { localStore } from './storage.ts'

/**
 * Returns the text being written in a field, stored by this browser under a key until it was sent. It outlives a reload,
 * and a line that went away. The third forgets it, and nothing that another tab has stored in its place.
 */
export function useStoredText(key: string): [text: string, keep: (text: string) => void, forget: () => void] {
  const [text, setText] = useState(() => localStore.get(key) ?? '')
  const keep = (written: string) => {
    setText(written)
    if (written) localStore.set(key, written)
    else localStore.remove(key)
  }
  const forget = () => {
    setText('')
    if (localStore.get(key) === text) localStore.remove(key)
  }
  return [text, keep, forget]
}
