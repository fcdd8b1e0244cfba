import { useState } from 'react'
import { localStore } from './storage.ts'

/**
 * Returns the text being written in a field, stored by this browser under a key until it was sent. It outlives a reload,
 * and a line that went away. The third forgets it.
 */
export function useStoredText(
  key: string,
  store = localStore,
): [text: string, keep: (text: string) => void, forget: () => void] {
  const [text, setText] = useState(() => store.get(key) ?? '')
  const keep = (written: string) => {
    setText(written)
    if (written) store.set(key, written)
    else store.remove(key)
  }
  return [text, keep, () => keep('')]
}
