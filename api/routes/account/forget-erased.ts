import type { AppContext } from '#api/app-context.ts'
import { accounts } from '#domain/account/actions.ts'
import { type AddressClaim, addressClaims } from '#domain/account/address-claim.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'

type Caches = Pick<AppContext, 'handler' | 'securityEntries' | 'timelines'> & { keys: Pick<PersonKeys, 'forget'> }

/** Drops what this process has in memory of a person, once it hears that they are erased, here or by another process. */
export function createForgetErased({ handler, securityEntries, timelines, keys }: Caches) {
  /** The claims that were released, whose keys are destroyed before the erasure is complete. */
  const released = new Set<string>()
  return ({ type, stream, data }: Recorded): void => {
    const claim = idIn(addressClaims, stream)
    if (claim !== undefined && (data as AddressClaim).account === '') released.add(claim)
    const person = idIn(accounts, stream)
    if (person === undefined) return
    if (type === 'AccountErased') securityEntries.forget(person)
    if (type !== 'ErasureCompleted') return
    for (const id of [person, ...released]) keys.forget(id)
    released.clear()
    securityEntries.forget(person)
    handler.clear()
    timelines.clear()
  }
}
