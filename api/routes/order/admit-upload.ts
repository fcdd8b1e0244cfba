import type { AppContext } from '#api/app-context.ts'
import type { RequestContext } from '#api/http/router.ts'
import { type Command, perform } from '#domain/command.ts'
import type { Event } from '#domain/event.ts'

/**
 * Refuses an upload to an order before its files are stored, where it is refused whatever they are. One that was recorded
 * under its `Idempotency-Key` is not: its answer was lost. Resolves to whether it is such a one. Throws as `perform`.
 */
export async function admitUpload<State, E extends Event, Input extends { orderId: string }>(
  { handler, now }: Pick<AppContext, 'handler' | 'now'>,
  { person: by, recorded }: Pick<RequestContext<'shareFiles'>, 'person' | 'recorded'>,
  command: Command<State, E, Input>,
  input: Input,
): Promise<boolean> {
  if (await recorded(command, input.orderId)) return true
  const { state } = await handler.load(command.aggregate, input.orderId)
  perform(command, state, input, { by, at: new Date(now()).toISOString() })
  return false
}
