import type { Order, OrderEvent } from '#domain/order/order.ts'
import { type Undo, undoOf } from '#domain/order/undo.ts'
import { type CommandResult, fromWire } from '#domain/wire.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { toastWithUndo } from '#web/kit/undo.tsx'
import type { ShownOrder } from '../../orders/context.ts'
import { sendCommand } from '../../orders/send-command.ts'

type Shown = Pick<ShownOrder, 'id' | 'applyEvents' | 'catchUp'>

/** How often it is tried to take something back, while others change something else of the order. */
const maxAttempts = 4

/**
 * Shows the message of a change to an order that was like this `before` it, and offers to take back what can be. That
 * goes on where the order's page has been left meanwhile.
 */
export function tellWithUndo(shown: Shown, { message, events }: CommandResult<OrderEvent>, before: Order): void {
  const [event] = events
  const undo = event && undoOf(fromWire<OrderEvent>(event), before)
  if (undo) toastWithUndo(message, () => void takeBack(shown, undo).catch(toastFailure))
  else toast.success(message)
}

/** Changes nothing where another change has come after the one that is to be taken back. */
async function takeBack({ id, applyEvents, catchUp }: Shown, { command, entered, stands }: Undo): Promise<void> {
  const key = newIdempotencyKey()
  for (let tries = 1; ; tries++) {
    const { order, revision } = await catchUp()
    if (!stands(order)) return void toast.error('It has been changed again meanwhile. Nothing was taken back.')
    try {
      applyEvents((await sendCommand(command, id, entered, { key, revision })).events)
      return void toast.success('Taken back')
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 412 || tries === maxAttempts) throw error
    }
  }
}
