import { type CommandResult, fromWire } from '#domain/event.ts'
import type { Undo, UndoOf } from '#domain/order/action.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { toastWithUndo } from '#web/kit/undo.tsx'
import type { ShownOrder } from '#web/order/context.ts'
import { ChangedMeanwhile, sendUndo } from './send-undo.ts'

type Shown = Pick<ShownOrder, 'id' | 'applyEvents' | 'catchUp'>

/**
 * Shows the message of a change to an order that was like this `before` it, and offers to take back what can be. That
 * goes on where the order's page has been left meanwhile.
 */
export function announceWithUndo(
  shown: Shown,
  { message, events }: CommandResult<OrderEvent>,
  before: Order,
  how?: UndoOf,
): void {
  const [event] = events
  const undo = event && typeof how === 'function' ? how(before, fromWire<OrderEvent>(event) as never) : undefined
  if (undo) toastWithUndo(message, () => void takeBack(shown, undo).catch(toastFailure))
  else toast.success(message)
}

/** Changes nothing where another change has come after the one that is to be taken back. */
async function takeBack({ id, applyEvents, catchUp }: Shown, undo: Undo): Promise<void> {
  try {
    const { events } = await sendUndo(id, undo, async () => {
      const { order, revision } = await catchUp()
      return undo.isUnchanged(order) ? revision : undefined
    })
    applyEvents(events)
    toast.success('Undone')
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error
    toast.error(error.message)
  }
}
