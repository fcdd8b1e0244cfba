import { useRef, useState } from 'react'
import type { OrderRow } from '#domain/order/row.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { messageOf } from '#web/http.ts'

/** What became of one order: done with the server's words, or failed and why. */
export type Result = { state: 'sending' | 'done' | 'failed'; message: string }

/** How many commands are on their way at once. */
const together = 4

/**
 * Sends a command for each of some orders, with an `Idempotency-Key` of its own that every try of it has in common. One
 * that fails does not keep the others from going through.
 */
export function useBulk(send: (row: OrderRow, key: string) => Promise<string>) {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [running, setRunning] = useState(false)
  const keys = useRef(new Map<string, string>())

  async function sendOne(row: OrderRow): Promise<void> {
    const key = keys.current.get(row.id) ?? newIdempotencyKey()
    keys.current.set(row.id, key)
    const say = (result: Result) => setResults((before) => new Map(before).set(row.id, result))
    say({ state: 'sending', message: 'Sending' })
    try {
      say({ state: 'done', message: await send(row, key) })
    } catch (error) {
      say({ state: 'failed', message: messageOf(error) })
    }
  }

  return {
    results,
    running,
    /** Sends for those orders that it was not done for yet. */
    async run(rows: readonly OrderRow[]): Promise<void> {
      const left = rows.filter(({ id }) => results.get(id)?.state !== 'done')
      setRunning(true)
      const worker = async () => {
        for (let row = left.shift(); row; row = left.shift()) await sendOne(row)
      }
      await Promise.all(Array.from({ length: together }, worker))
      setRunning(false)
    },
  }
}
