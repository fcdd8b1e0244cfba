import type { Order, OrderEvent } from '#domain/order/order.ts'
import type { CommandResult } from '#domain/wire.ts'
import { toast } from '#web/kit/toast.ts'
import { useShownOrder } from './context.ts'

/**
 * Shows the message of a change to the order of the page around, given how the order was before it: to an admin, whose
 * page alone has need of it, with a way back where there is one.
 */
export function useTell() {
  const shown = useShownOrder()
  return (result: CommandResult<OrderEvent>, before: Order): void => {
    const plainly = () => void toast.success(result.message)
    if (shown.viewer.role !== 'admin') plainly()
    else import('./undo.ts').then(({ tellWithUndo }) => tellWithUndo(shown, result, before), plainly)
  }
}
