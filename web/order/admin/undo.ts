import { type CommandResult, fromWire } from '#domain/event.ts'
import type { UndoOf } from '#domain/order/action.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { HttpError, isRetryable } from '#web/http.ts'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { toastWithUndo } from '#web/kit/undo.tsx'
import type { ShownOrder } from '#web/order/context.ts'
import { ChangedMeanwhile, createUndo, type SendUndo } from './send-undo.ts'

type Shown = Pick<ShownOrder, 'id' | 'now' | 'applyEvents' | 'catchUp'>

/**
 * Shows the message of a change to an order that was like this `before` it, and offers to take back what can be. That
 * goes on where the order's page has been left meanwhile. Returns whether the change stands: one that `isRepeated`, which an
 * earlier try made, may have been changed back since.
 */
export function announceWithUndo(
  shown: Shown,
  { message, events: [event] }: CommandResult<OrderEvent>,
  before: Order,
  how?: UndoOf,
  isRepeated = false,
): boolean {
  const undoFrom = (order: Order) =>
    event && typeof how === 'function' ? how(order, fromWire<OrderEvent>(event) as never) : undefined
  const undo = undoFrom(before)
  const { order } = shown.now()
  // The first of its kind leads back to nothing: whether it stands is told from what there is now.
  if (isRepeated && (undo ?? undoFrom(order))?.isUnchanged(order) === false) {
    toast.error('Your earlier try went through, but it was changed since. Check, then try again.')
    return false
  }
  if (!undo) {
    toast.success(message)
    return true
  }
  const send = createUndo(shown.id, undo, async () => {
    const { order, revision } = await shown.catchUp()
    return undo.isUnchanged(order) ? revision : undefined
  })
  toastWithUndo(message, () => void takeBack(shown, send))
  return true
}

/** Changes nothing where another change has come after the one that is to be taken back. Without an answer it is offered again. */
async function takeBack(shown: Shown, send: SendUndo): Promise<void> {
  try {
    const { events } = await send()
    shown.applyEvents(events)
    toast.success('Undone')
  } catch (error) {
    if (error instanceof ChangedMeanwhile) toast.error(error.message)
    else if (error instanceof HttpError && isRetryable(error))
      toastWithUndo(error.message, () => void takeBack(shown, send), toast.error)
    else toastFailure(error)
  }
}
