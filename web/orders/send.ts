import type { OrderCommandName } from '#domain/contract/orders.ts'
import type { OrderAction, OrderEvent } from '#domain/order/order.ts'
import type { Changed } from '#domain/wire.ts'
import { call } from '#web/api.ts'
import { check } from '#web/kit/check.ts'

/** What a form holds for an action: the names are the input's, the values are checked by it. */
export type Entered<Input> = { [Name in Exclude<keyof Input, 'orderId'>]?: unknown }

/** Checks what was entered and sends it. Throws `HttpError`, with status 400 and a message a field when it does not fit. */
export async function send<Input>(
  action: OrderAction<Input, OrderCommandName>,
  orderId: string,
  entered: Entered<Input>,
  options: { key: string; revision?: number },
): Promise<Changed<OrderEvent>> {
  const body = { ...entered, orderId }
  check(action.input, body)
  return call(action.name, { body, ...options })
}
