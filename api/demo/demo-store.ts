import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import { demoAdmin } from '#domain/demo/admin.ts'
import { type Recorded, streamOf } from '#domain/event.ts'
import { unkeyedIdOf } from '#infra/address-book.ts'
import { isUnusable } from '#infra/events/command-handler.ts'
import type { EventStore } from '#infra/events/store.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import type { Settings } from '#infra/settings.ts'

/** The id of the nth of the demo's people, the admin first. It is the same in every demo, and has no personal data. */
export const demoPersonId = (nth: number): string => `demo-person-${String(nth).padStart(10, '0')}`

/**
 * Whether a store has the demo, whole: its admin comes last. It is known by that admin, who was never invited nor named by a
 * setting: anyone may register with the address of one of its clients. No one can log in with a damaged account.
 */
export async function holdsDemo(events: EventStore): Promise<boolean> {
  return (await isDemoAdmin(demoPersonId(1), events)) || isDemoAdmin(unkeyedIdOf(demoAdmin.email), events)
}

/** Whether the demo was begun in a store: the account of its second person comes first. No one else has such an id. */
export async function beganDemo(events: EventStore): Promise<boolean> {
  for await (const _ of events.read(streamOf(accounts, demoPersonId(2)))) return true
  return false
}

async function isDemoAdmin(id: string, events: EventStore): Promise<boolean> {
  try {
    for await (const event of events.read(streamOf(accounts, id))) {
      const { type, data } = event as Recorded<AccountEvent>
      if (type !== 'AccountRegistered' || data.role !== 'admin') return false
      return data.name === demoAdmin.name && data.phone === demoAdmin.phone
    }
  } catch (error) {
    if (!isUnusable(error)) throw error
  }
  return false
}

/** Throws `Misconfigured` when the store began as the demo: the password of its admin is public. */
export async function refuseDemo(events: EventStore, { dataDir, eventStoreUrl }: Settings): Promise<void> {
  if (!(await holdsDemo(events)) && !(await beganDemo(events))) return
  const place = eventStoreUrl ? 'EVENTSTORE_URL' : `DATA_DIR ${dataDir}`
  const instead = eventStoreUrl ? 'an empty store, or another EVENTSTORE_PREFIX' : 'an empty folder'
  throw new Misconfigured(`${place} contains the demo, whose passwords are public. Use ${instead}.`)
}
