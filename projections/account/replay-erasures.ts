import { atelier } from '#domain/account/account.ts'
import { accountCommands } from '#domain/account/actions.ts'
import { isUnchangeable } from '#infra/events/command-handler.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { PersonKeys, Tombstone } from '#infra/keys/person-keys.ts'
import type { Log } from '#infra/log.ts'
import { insteadOf, isUnavailable } from '#infra/unavailable.ts'
import { completeErasures, type ErasureDependencies, erasePerson, streamsOf } from './erase-person.ts'

/**
 * Erases again whom a restored backup has brought back: the key store, which no backup of the events has, says who was
 * erased. No request is served before it is done, unless a disk is full. Of a person whose streams cannot all be read or
 * changed it erases what it can, and logs that. The last bytes that it cannot remove yet, as on a full disk, the erase
 * reaction removes. Returns how many are erased.
 */
export async function replayErasures(
  dependencies: ErasureDependencies & {
    keys: Pick<PersonKeys, 'destroyed' | 'destroy'>
    log: Pick<Log, 'error'>
  },
): Promise<number> {
  const { keys, events, handler, log } = dependencies
  const replayed: string[] = []
  for await (const tombstone of keys.destroyed()) {
    const { person } = tombstone
    try {
      if (!(await isBack(tombstone, events))) continue
      await handler.handle(accountCommands.replayErasure, person, {}, { by: atelier })
      await erasePerson(person, dependencies)
      replayed.push(person)
    } catch (error) {
      if (!isUnchangeable(error)) throw error
      log.error({ err: error, person }, notChecked)
    }
  }
  if (replayed.length > 0) await completeErasures(replayed, dependencies).catch(insteadOf(isUnavailable, undefined))
  return replayed.length
}

const notChecked =
  'could not check that a deleted person is still deleted: restore what is damaged, or run the newer version, and start again'

/** The events by which something is known of a person. Anyone may ask for a new password of an address, known or not. */
const begins = new Set(['AccountRegistered', 'AdminInvited', 'ClientInvited', 'LeadSubmitted'])

/**
 * Whether a person's stream has something from before they were erased, and does not say that they were. Also where it says
 * so and not that it is completed, as after a start that did not get to its end.
 */
async function isBack({ person, at }: Tombstone, events: Pick<EventStore, 'read'>): Promise<boolean> {
  let back = false
  for (const stream of streamsOf(person)) {
    let since = false
    for await (const event of events.read(stream)) {
      if (event.type === 'AccountErased') since = true
      else if (event.type === 'ErasureCompleted' || event.type === 'LeadErased') since = false
      else if (begins.has(event.type) && event.at < at) since = true
    }
    back ||= since
  }
  return back
}
