import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { Fenced } from '#infra/documents/store.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { type ErasureDependencies, erasePerson } from '#projections/account/erase-person.ts'
import type { Reaction } from './reaction.ts'
import { RetryAt } from './tasks.ts'

/** How long after a failure it is tried again, in milliseconds: for as long as it takes. */
const retryMs = 60_000

/**
 * Erases whoever is to be erased, one after the other. It is a task that stays until it is done. A process that ends in
 * the middle begins it again at its next start, and what fails is retried without an end.
 */
export const eraseReaction = (
  dependencies: ErasureDependencies & {
    log: { error(about: object, message: string): void }
    now(): number
  },
): Reaction<string> => ({
  name: 'erase',
  concurrency: 1,
  async plan(event: Recorded) {
    const person = idIn(accounts, event.stream)
    const { type, id, at } = event as Recorded<AccountEvent>
    if (person === undefined || type !== 'AccountErased') return undefined
    return { tasks: [{ id, due: Date.parse(at), work: person }] }
  },
  async perform(people) {
    for (const person of people) {
      try {
        await erasePerson(person, dependencies)
      } catch (error) {
        if (error instanceof Fenced) throw error
        const { log, now } = dependencies
        if (!(error instanceof Unavailable)) log.error({ err: error, person }, 'could not delete a person’s data yet')
        throw new RetryAt(now() + (error instanceof Unavailable ? 1_000 : retryMs))
      }
    }
  },
})
