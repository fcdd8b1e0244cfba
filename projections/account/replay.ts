import { atelier } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { streamOf } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { PersonKeys, Tombstone } from '#infra/keys/person-keys.ts'
import { completeErasures, type ErasureDependencies, erasePerson } from './erase-person.ts'

/**
 * Erases again whom a restored backup has brought back: the key store, which no backup of the events has, says who was
 * erased. No request is served before it is done. Returns how many they were.
 */
export async function replayErasures(
  dependencies: ErasureDependencies & { keys: Pick<PersonKeys, 'destroyed' | 'destroy'> },
): Promise<number> {
  const { keys, events, handler } = dependencies
  const replayed: string[] = []
  for await (const tombstone of keys.destroyed()) {
    if (!(await isBack(tombstone, events))) continue
    await handler.handle(accountCommands.replayErasure, tombstone.person, {}, { by: atelier })
    await erasePerson(tombstone.person, dependencies)
    replayed.push(tombstone.person)
  }
  if (replayed.length > 0) await completeErasures(replayed, dependencies)
  return replayed.length
}

/** The events by which something is known of a person. Anyone may ask for a new password of an address, known or not. */
const begins = new Set(['AccountRegistered', 'AdminInvited', 'ClientInvited', 'LeadSubmitted'])

/** Whether a person's stream has something from before they were erased, and does not say that they were. */
async function isBack({ person, at }: Tombstone, events: Pick<EventStore, 'read'>): Promise<boolean> {
  let back = false
  for (const aggregate of [accounts, leads]) {
    let since = false
    for await (const event of events.read(streamOf(aggregate, person))) {
      if (event.type === 'AccountErased' || event.type === 'LeadErased') since = false
      else if (begins.has(event.type) && event.at < at) since = true
    }
    back ||= since
  }
  return back
}
