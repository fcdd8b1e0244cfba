import { useRef, useState } from 'react'
import type { CommandResult } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { HttpError, isRetryable, messageOf } from '#web/http.ts'

/** The result for one order: done with the server's words, or failed and why, and whether another try may help. */
export type Result = { state: 'sending' | 'done' | 'failed'; message: string; isFinal?: boolean }

/** An order for which a command was done, and what came of it. */
export type Done = { row: OrderRow; result: CommandResult<OrderEvent> }

/**
 * Sends a command for each of some orders. Every try of an `intent` has the same `Idempotency-Key` for an order, also in a
 * later dialog. One that fails does not keep the others from going through.
 */
export function useBulk(send: (row: OrderRow, key: string) => Promise<CommandResult<OrderEvent>>, intent: string) {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const latest = useRef(results) // also once nothing is drawn any more
  const [running, setRunning] = useState(false)
  const isRunning = useRef(false)
  const done = useRef(new Map<string, Done>())

  async function sendOne(row: OrderRow): Promise<void> {
    const say = (result: Result) => {
      latest.current = new Map(latest.current).set(row.id, result)
      setResults(latest.current)
    }
    say({ state: 'sending', message: 'Sending' })
    try {
      const result = await send(row, `${intent} ${row.id}`)
      done.current.set(row.id, { row, result })
      say({ state: 'done', message: result.message })
    } catch (error) {
      say({ state: 'failed', message: messageOf(error), isFinal: error instanceof HttpError && !isRetryable(error) })
    }
  }

  return {
    results,
    running,
    /** Returns the commands done by now. */
    done: (): ReadonlyMap<string, Done> => done.current,
    /** Sends for those orders that it was not done for yet. Resolves to all results; to none while another run is under way. */
    async run(rows: readonly OrderRow[]): Promise<ReadonlyMap<string, Result> | undefined> {
      if (isRunning.current) return
      const left = rows.filter(({ id }) => !done.current.has(id))
      isRunning.current = true
      setRunning(true)
      await atOnce(left, sendOne)
      isRunning.current = false
      setRunning(false)
      return latest.current
    },
  }
}

/** How many are on their way at the same time. */
const concurrency = 4

/** Runs `act` for each, a few at a time. One that fails ends its own row of them: `act` has to catch its errors. */
export async function atOnce<T>(all: readonly T[], act: (each: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const worker = async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await act(each)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
