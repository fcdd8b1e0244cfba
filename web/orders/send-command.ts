import type { OrderCommandName } from '#domain/contract/orders.ts'
import type { OrderCommand, OrderEvent } from '#domain/order/order.ts'
import type { CommandResult } from '#domain/wire.ts'
import { call } from '#web/api.ts'
import { check } from '#web/kit/check.ts'

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
  await check(command.input, body)
  return call(command.name, { body, ...options })
}
