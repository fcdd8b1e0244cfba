import { useState } from 'react'
import { newIdempotencyKey } from '#web/api.ts'
import { isText, localStore, shapeOf } from '#web/kit/storage.ts'

/** A text with its intent and, once it was sent, the orders that have not got it: it is for no others. */
type Draft = { text: string; intent: string; missedBy?: readonly string[] | undefined }

const draft = shapeOf<Draft>(
  ({ text, intent, missedBy }) => isText(text) && isText(intent) && (missedBy === undefined || Array.isArray(missedBy)),
)
const key = 'bulk-message'
const begun = (text = ''): Draft => ({ text, intent: newIdempotencyKey() })

/**
 * The text of messages to many orders, stored by this browser until each of them has got it. It outlives the dialog, as does
 * its `intent`: a message without an answer may have been received. `keepFor` says which orders have not got it, once it is
 * sent, and `reached` which one has meanwhile.
 */
export function useBulkText(orders: readonly { id: string }[]) {
  const [{ text, intent }, setWritten] = useState(() => {
    const stored = localStore.read(key, draft)
    return stored && orders.every(({ id }) => stored.missedBy?.includes(id) ?? true) ? stored : begun()
  })
  const store = (stored: Draft) =>
    stored.text && stored.missedBy?.length !== 0 ? localStore.write(key, stored) : localStore.remove(key)
  /** Changes which orders have not got the text. Another one may be written since, in a later dialog. */
  const keepFor = (missedBy: (before: Draft['missedBy']) => Draft['missedBy']) => {
    const stored = localStore.read(key, draft)
    if (stored?.intent === intent) store({ text, intent, missedBy: missedBy(stored.missedBy) })
  }
  return {
    text,
    intent,
    write(text: string): void {
      const written = begun(text)
      setWritten(written)
      store(written)
    },
    keepFor: (orders: readonly { id: string }[]): void => keepFor(() => orders.map(({ id }) => id)),
    reached: (order: string): void => keepFor((before) => before?.filter((id) => id !== order)),
  }
}
