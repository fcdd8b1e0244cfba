import type { OrderCommandName } from '#domain/contract/orders.ts'
import type { OrderCommand } from '#domain/order/order.ts'
import { useShownOrder } from './context.ts'
import { type Entered, sendCommand } from './send-command.ts'
import { useOrderMutation } from './useOrderMutation.ts'

/**
 * A command on the order of the page around: `perform` checks, sends, folds the events that came of it and tells the
 * person. It resolves to whether it was done; when it was not, the form keeps what was typed. `errors` has a message
 * for each field that does not fit.
 */
export function useOrderCommand<Input>(command: OrderCommand<Input, OrderCommandName>) {
  const { id } = useShownOrder()
  const { change, ...rest } = useOrderMutation()
  const perform = (entered: Entered<Input>) => change(entered, (key) => sendCommand(command, id, entered, { key }))
  return { perform, ...rest }
}
