import { atelier, isRegistered } from '#domain/account/account.ts'
import { type AccountEvent, accountCommands, accounts } from '#domain/account/actions.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import { Fenced } from '#infra/documents/store.ts'
import { Unavailable } from '#infra/unavailable.ts'
import {
  completeErasures,
  type ErasureDependencies,
  erasePerson,
  isInClear,
} from '#projections/account/erase-person.ts'
import type { Reaction } from './reaction.ts'
import { RetryAt } from './tasks.ts'

/** How long after a failure it is tried again, in milliseconds: for as long as it takes. */
const retryMs = 60_000
/** How long an invited person may be invited again once nothing shows them any more, in milliseconds. */
export const withdrawnMs = 24 * 60 * 60 * 1_000
/** How many times as long as a completion took, or failed in, it is until the next one: nothing is answered meanwhile. */
const restTimes = 20

type Dependencies = ErasureDependencies & {
  log: { error(about: object, message: string): void }
  now(): number
}

/**
 * Erases the people who are to be erased, one by one, and completes it for all who are due together. It is a task that
 * stays until it is done. A process that ends in the middle begins it again at its next start, and what fails is retried
 * without an end. Who was only invited is erased too, a day after the invitation was withdrawn or gave up its address.
 */
export function eraseReaction(dependencies: Dependencies): Reaction<string> {
  const { log, now } = dependencies
  /** The people erased since the last completion, which may have failed: nothing of them is there to be erased again. */
  const erased = new Set<string>()
  let restsUntil = 0

  /** When it is tried again after a failure, in milliseconds since 1970. */
  function retryTime(error: unknown, people: readonly string[]): number {
    if (error instanceof Fenced) throw error
    if (error instanceof Unavailable && !error.isFull) return now() + 1_000 // a full disk waits for its operator
    log.error({ err: error, people }, 'could not delete a person’s data yet')
    return now() + retryMs
  }

  /** Erases those of these people it can; resolves to when the others are tried again, infinite where there are none. */
  async function erase(people: readonly string[]): Promise<number> {
    let next = Number.POSITIVE_INFINITY
    for (const person of people) {
      try {
        if (erased.has(person)) continue
        await beginUnseen(person, dependencies)
        if (await erasePerson(person, dependencies)) erased.add(person)
      } catch (error) {
        next = Math.min(next, retryTime(error, [person]))
      }
    }
    if (erased.size === 0) return next
    try {
      await completeErasures(erased, dependencies, (took) => {
        restsUntil = now() + restTimes * took
      })
      erased.clear()
      return next
    } catch (error) {
      return Math.min(next, retryTime(error, [...erased]))
    }
  }

  return {
    name: 'erase',
    fromFirst: true,
    concurrency: 1,
    plan(event: Recorded) {
      const person = idIn(accounts, event.stream)
      const { type, id, at } = event as Recorded<AccountEvent>
      if (person === undefined) return undefined
      if (type === 'InvitationWithdrawn' || type === 'AddressGivenUp')
        return { tasks: [{ id, group: `unseen ${at.slice(0, 13)}`, due: Date.parse(at) + withdrawnMs, work: person }] }
      if (type !== 'AccountErased') return undefined
      erased.delete(person) // they may have come back
      return { tasks: [{ id, group: 'people', due: Date.parse(at), work: person }] }
    },
    async perform(people) {
      const next = now() < restsUntil ? restsUntil : await erase(people)
      if (next < Number.POSITIVE_INFINITY) throw new RetryAt(next)
    },
  }
}

/** Begins to erase someone who was only invited, if nothing shows them any more. What is in clear is left as it is. */
async function beginUnseen(
  person: string,
  { handler, events }: Pick<Dependencies, 'handler' | 'events'>,
): Promise<void> {
  const { state: account, revision } = await handler.load(accounts, person, { current: true })
  const isSeen = isRegistered(account) || account.invitation !== undefined
  if (isSeen || (account.erasing ?? account.erased) !== undefined) return
  const { state: lead } = await handler.load(leads, person, { current: true })
  if (lead.submissions > 0 || (await isInClear(events, person))) return
  const metadata = { by: atelier, expectedRevision: revision }
  await handler.handle(accountCommands.replayErasure, person, {}, metadata)
}
