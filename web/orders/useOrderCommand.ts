import type { OrderCommandName } from '#domain/contract/orders.ts'
import type { OrderCommand, OrderEvent } from '#domain/order/order.ts'
import type { CommandResult } from '#domain/wire.ts'
import { call } from '#web/api.ts'
import { check } from '#web/kit/check.ts'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import { useShownOrder } from './context.ts'

/** The raw input of a command: the names are the input's, the values are checked by it. */
export type Entered<Input> = { [Name in Exclude<keyof Input, 'orderId'>]?: unknown }

/**
 * Checks what was entered and sends it. Throws `HttpError`, with status 400 and a message a field when it does not fit.
 */
export async function sendCommand<Input>(
  command: OrderCommand<Input, OrderCommandName>,
  orderId: string,
  entered: Entered<Input>,
  options: { key: string; revision?: number },
): Promise<CommandResult<OrderEvent>> {
  const body = { ...entered, orderId }
  check(command.input, body)
  return call(command.name, { body, ...options })
}

/**
 * A change to the order of the page around, one at a time: makes the call, folds the events that came of it, and shows
 * the success message. `what` is the same for every try of one intent. Resolves to whether it was done.
 */
export function useOrderMutation() {
  const { applyEvents } = useShownOrder()
  const { mutate, errors, pending, failed } = useMutation()

  const change = (what: unknown, call: (key: string) => Promise<CommandResult<OrderEvent>>): Promise<boolean> =>
    mutate(async (keyFor) => {
      const { message, events } = await call(keyFor(what))
      applyEvents(events)
      toast.success(message)
      return true
    })

  return { change, errors, pending, failed }
}

/**
 * A command on the order of the page around: `perform` checks what was entered and makes the change. It resolves to
 * whether it was done; when it was not, the form keeps what was typed. `errors` has a message for each field that does
 * not fit.
 */
export function useOrderCommand<Input>(command: OrderCommand<Input, OrderCommandName>) {
  const { id } = useShownOrder()
  const { change, ...rest } = useOrderMutation()
  const perform = (entered: Entered<Input>) => change(entered, (key) => sendCommand(command, id, entered, { key }))
  return { perform, ...rest }
}
