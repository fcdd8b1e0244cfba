import { useState } from 'react'
import { isText, localStore, shapeOf } from '#web/kit/storage.ts'

/** A text and, once it was sent, the orders that have not got it: it is for no others. */
type Draft = { text: string; missedBy?: readonly string[] | undefined }

const draft = shapeOf<Draft>(
  ({ text, missedBy }) => isText(text) && (missedBy === undefined || Array.isArray(missedBy)),
)
const key = 'bulk-message'

/**
 * The text of messages to many orders, stored by this browser until each of them has got it. It outlives the dialog.
 * `keepFor` says which orders have not got it, once it is sent.
 */
export function useBulkText(orders: readonly { id: string }[]) {
  const [text, setText] = useState(() => {
    const { text, missedBy } = localStore.read(key, draft) ?? { text: '' }
    return !missedBy || orders.every(({ id }) => missedBy.includes(id)) ? text : ''
  })
  const store = (stored: Draft) =>
    stored.text && stored.missedBy?.length !== 0 ? localStore.write(key, stored) : localStore.remove(key)
  return {
    text,
    write(text: string): void {
      setText(text)
      store({ text })
    },
    keepFor(missedBy: readonly { id: string }[]): void {
      // Another text may be written since, in a later dialog.
      if (localStore.read(key, draft)?.text === text) store({ text, missedBy: missedBy.map(({ id }) => id) })
    },
  }
}
