import type { Aggregate, Event } from '#domain/event.ts'
import { type CommandHandler, isUnusable } from './command-handler.ts'

/**
 * What is stored of a thing, or as if nothing was, at revision −1, where that is damaged: for settings that others read,
 * who are to go on with the defaults. Throws `Unavailable`.
 */
export async function loadUsable<State, E extends Event>(
  handler: Pick<CommandHandler, 'load'>,
  aggregate: Aggregate<State, E>,
  id: string,
): Promise<{ state: State; revision: number }> {
  try {
    return await handler.load(aggregate, id)
  } catch (error) {
    if (isUnusable(error)) return { state: aggregate.initial, revision: -1 }
    throw error
  }
}
