import type { CommandResult } from '#domain/event.ts'
import type { Undo } from '#domain/order/action.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { sendCommand } from '#web/order/useOrderCommand.ts'

/** How often it is tried to take something back, while others change something else of the order. */
const maxAttempts = 4

/** The error where another change has come after the one to be undone. The message is for the person. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
  constructor() {
    super('It has been changed again since, so it can’t be undone.')
  }
}

/** Sends an undo; once its answer was lost it can be called again, and is done once. Throws as `createUndo` says. */
export type SendUndo = () => Promise<CommandResult<OrderEvent>>

/**
 * Returns what undoes a command on an order. `latest` returns the order's revision now, and undefined where the effect does
 * not stand any more. It throws `ChangedMeanwhile` then, and `HttpError`.
 */
export function createUndo(
  orderId: string,
  { command, input }: Undo,
  latest: () => Promise<number | undefined>,
): SendUndo {
  const key = newIdempotencyKey()
  // It stays after a lost answer: the undo itself may be what has changed the order since.
  let revision: number | undefined
  return async () => {
    for (let tries = 1; ; tries++) {
      revision ??= await latest()
      if (revision === undefined) throw new ChangedMeanwhile()
      try {
        return await sendCommand(command, orderId, input, { key, revision })
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 412) throw error
        revision = undefined
        if (tries === maxAttempts) throw error
      }
    }
  }
}
