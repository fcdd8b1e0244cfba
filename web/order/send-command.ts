import type { CommandResult } from '#domain/event.ts'
import type { SentCommand } from '#domain/order/action.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { callCommand } from '#web/api.ts'
import { check } from '#web/kit/check.ts'

/** The raw input of a command: the names are the input's, the values are checked by it. */
export type Entered<Input> = { [Name in Exclude<keyof Input, 'orderId'>]?: unknown }

/**
 * Checks what was entered and sends it. Throws `HttpError`, with status 400 and a message a field when it does not fit.
 */
export async function sendCommand<Input>(
  command: SentCommand<Input> | Promise<SentCommand<Input>>,
  orderId: string,
  entered: Entered<Input>,
  options: { key: string; revision?: number },
): Promise<CommandResult<OrderEvent>> {
  const body = { ...entered, orderId }
  const { input, call } = await command
  await check(input, body)
  return callCommand(call, { body, ...options })
}
