import type { CommandResult } from '#domain/event.ts'
import type { UndoOf } from '#domain/order/action.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { toast } from '#web/kit/toast.ts'
import { useShownOrder } from './context.ts'

/**
 * Shows the message of a change to the order of the page around, given how the order was before it: to an admin with a
 * way back where there is one.
 */
export function useTell() {
  const shown = useShownOrder()
  return (result: CommandResult<OrderEvent>, before: Order, undo?: UndoOf): void => {
    if (shown.controls) shown.controls.tellWithUndo(shown, result, before, undo)
    else toast.success(result.message)
  }
}
