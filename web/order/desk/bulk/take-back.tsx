import { fromWire } from '#domain/event.ts'
import type { Undo } from '#domain/order/action.ts'
import { completeOrCancel } from '#domain/order/close-order.ts'
import { initial, type Order } from '#domain/order/order.ts'
import { andMore, doneAtOnce, undoneAtOnce } from '#domain/words/undo.ts'
import { HttpError, isWorthAnotherTry, messageOf } from '#web/http.ts'
import { toast } from '#web/kit/toast.ts'
import { toastWithUndo } from '#web/kit/undo.tsx'
import { eventsAfter } from '#web/live/history.ts'
import { ChangedMeanwhile, sendUndo } from '#web/order/admin/send-undo.ts'
import { atOnce, type Done } from './useBulk.ts'

/** A command that could not be undone, and why. */
type Failed = { done: Done; error: unknown }

/** How long it is shown what could not be taken back, in milliseconds: it is a list to be read. */
const failuresMs = 20_000
/** How many orders it names: the list of orders shows where each of them stands. */
const maxNamed = 6

/** Shows how many orders a command was done on, and offers to undo all of it where that can be. */
export function announceDone(action: 'complete' | 'message', all: readonly Done[]): void {
  const message = doneAtOnce(action, all.length)
  if (action === 'complete') toastWithUndo(message, () => void takeBackAll(all))
  else toast.success(message)
}

/** Undoes what it can of each order, and shows where it could not. That goes on where the list is left meanwhile. */
async function takeBackAll(all: readonly Done[]): Promise<void> {
  const failed: Failed[] = []
  await atOnce(all, (done) =>
    takeBack(done).catch((error) => {
      failed.push({ done, error })
    }),
  )
  const back = all.length - failed.length
  if (failed.length === 0) {
    toast.success(undoneAtOnce(back, 0))
    return
  }
  const again = failed.filter(({ error }) => error instanceof HttpError && isWorthAnotherTry(error))
  const id = toast.error(
    <>
      {undoneAtOnce(back, failed.length)}
      <ul className="toast-list mt-2 pt-2">
        {failed.slice(0, maxNamed).map(({ done: { row }, error }) => (
          <li key={row.id}>
            {row.title}: {reasonOf(error)}
          </li>
        ))}
        {failed.length > maxNamed && <li>{andMore(failed.length - maxNamed)}</li>}
      </ul>
      {again.length > 0 && (
        <button
          type="button"
          className="toast-undo weight-600 underline-low"
          onClick={() => {
            toast.dismiss(id)
            void takeBackAll(again.map(({ done }) => done))
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

/** Only the reading of its conversation may have come after it: everything else means that the order is open again. */
async function takeBack({ row: { id }, result: { events, revision } }: Done): Promise<void> {
  const [event] = events
  // How a closing is taken back does not depend on how the order was before.
  const undo = event && (completeOrCancel.undo as (before: Order, event: unknown) => Undo)(initial, fromWire(event))
  if (!undo) return
  await sendUndo(id, undo, async () => {
    const since = await eventsAfter(id, revision)
    return since?.every(({ type }) => type === 'ConversationRead') ? (since.at(-1)?.revision ?? revision) : undefined
  })
}
