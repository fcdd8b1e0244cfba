import { fromWire } from '#domain/event.ts'
import type { Undo } from '#domain/order/action.ts'
import { completeOrCancel } from '#domain/order/close-order.ts'
import { initial, type Order } from '#domain/order/order.ts'
import { andMore, doneAtOnce, failedAtOnce, undoneAtOnce } from '#domain/words/undo.ts'
import { HttpError, isRetryable, messageOf } from '#web/http.ts'
import { toast } from '#web/kit/toast.ts'
import { toastWithUndo } from '#web/kit/undo.tsx'
import { eventsAfter } from '#web/live/history.ts'
import { ChangedMeanwhile, createUndo } from '#web/order/admin/send-undo.ts'
import { atOnce, type Done } from './useBulk.ts'

/** The undo of a command: every try of it is the same one. */
type ToUndo = { title: string; id: string; undo(): Promise<unknown> }
/** One that failed, and why. */
type Failed = { each: ToUndo; error: unknown }
/** The same in words. */
type Reason = { id: string; title: string; message: string }

/** How long it is shown what failed, in milliseconds: it is a list to be read. */
const failuresMs = 20_000
/** How many orders it names: the list of orders shows where each of them stands. */
const maxNamed = 6

/** Shows how many orders a command was done on, and offers to undo all of it where that can be. */
export function announceDone(action: 'complete' | 'message', all: readonly Done[]): void {
  const message = doneAtOnce(action, all.length)
  if (action === 'complete') toastWithUndo(message, () => void takeBackAll(all.map(undoOf)))
  else toast.success(message)
}

/** Shows for which orders a command failed, where the dialog that lists them has gone. */
export function announceFailed(action: 'complete' | 'message', failed: readonly Reason[]): void {
  toast.error(
    <>
      {failedAtOnce(action, failed.length)}
      <Reasons all={failed} />
    </>,
    { duration: failuresMs },
  )
}

const Reasons = ({ all }: { all: readonly Reason[] }) => (
  <ul className="toast-list mt-2 pt-2">
    {all.slice(0, maxNamed).map(({ id, title, message }) => (
      <li key={id}>
        {title}: {message}
      </li>
    ))}
    {all.length > maxNamed && <li>{andMore(all.length - maxNamed)}</li>}
  </ul>
)

/** Undoes what it can of each order, and shows where it could not. That goes on where the list is left meanwhile. */
async function takeBackAll(all: readonly ToUndo[]): Promise<void> {
  const failed: Failed[] = []
  await atOnce(all, (each) =>
    each.undo().then(
      () => {},
      (error) => void failed.push({ each, error }),
    ),
  )
  const back = all.length - failed.length
  if (failed.length === 0) {
    toast.success(undoneAtOnce(back, 0))
    return
  }
  const again = failed.filter(({ error }) => error instanceof HttpError && isRetryable(error))
  const id = toast.error(
    <>
      {undoneAtOnce(back, failed.length)}
      <Reasons all={failed.map(({ each, error }) => ({ ...each, message: reasonOf(error) }))} />
      {again.length > 0 && (
        <button
          type="button"
          className="toast-undo weight-600 underline-low"
          onClick={() => {
            toast.dismiss(id)
            void takeBackAll(again.map(({ each }) => each))
          }}
        >
          Try again
        </button>
      )}
    </>,
    { duration: failuresMs },
  )
}

const reasonOf = (error: unknown) => (error instanceof ChangedMeanwhile ? error.message : messageOf(error))

/** What came after it, such as a receipt that sends itself, does not matter unless the order was reopened. */
function undoOf({ row: { id, title }, result: { events, revision } }: Done): ToUndo {
  const [event] = events
  // How a closing is taken back does not depend on how the order was before.
  const undo = event && (completeOrCancel.undo as (before: Order, event: unknown) => Undo)(initial, fromWire(event))
  if (!undo) return { id, title, undo: async () => {} }
  const latest = async () => {
    const since = await eventsAfter(id, revision)
    if (!since || since.some(({ type }) => type === 'OrderReopened')) return undefined
    return since.at(-1)?.revision ?? revision
  }
  return { id, title, undo: createUndo(id, undo, latest) }
}
