import type { OrderCommandName } from '#domain/contract/orders.ts'
import type { OrderAction } from '#domain/order/order.ts'
import { useShownOrder } from './context.ts'
import { type Entered, send } from './send.ts'
import { useChange } from './useChange.ts'

/**
 * An action on the order of the page around: `perform` checks, sends, folds the facts that came of it and tells the
 * person. It resolves to whether it was done; when it was not, the form keeps what was typed. `errors` has a message
 * for each field that does not fit.
 */
export function useOrderAction<Input>(action: OrderAction<Input, OrderCommandName>) {
  const { id } = useShownOrder()
  const { change, ...rest } = useChange()
  const perform = (entered: Entered<Input>) => change(entered, (key) => send(action, id, entered, { key }))
  return { perform, ...rest }
}
