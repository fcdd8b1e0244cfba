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
 * `keepFor` says which orders have not got it, once it is sent, and `reached` which one has meanwhile.
 */
export function useBulkText(orders: readonly { id: string }[]) {
  const [text, setText] = useState(() => {
    const { text, missedBy } = localStore.read(key, draft) ?? { text: '' }
    return !missedBy || orders.every(({ id }) => missedBy.includes(id)) ? text : ''
  })
  const store = (stored: Draft) =>
    stored.text && stored.missedBy?.length !== 0 ? localStore.write(key, stored) : localStore.remove(key)
  /** Changes which orders have not got the text. Another one may be written since, in a later dialog. */
  const keepFor = (missedBy: (before: Draft['missedBy']) => Draft['missedBy']) => {
    const stored = localStore.read(key, draft)
    if (stored?.text === text) store({ text, missedBy: missedBy(stored.missedBy) })
  }
  return {
    text,
    write(text: string): void {
      setText(text)
      store({ text })
    },
    keepFor: (orders: readonly { id: string }[]): void => keepFor(() => orders.map(({ id }) => id)),
    reached: (order: string): void => keepFor((before) => before?.filter((id) => id !== order)),
  }
}
