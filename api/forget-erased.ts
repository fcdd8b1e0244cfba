import { accounts } from '#domain/account/account.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import type { AppContext } from './app-context.ts'

type Caches = Pick<AppContext, 'handler' | 'securityEntries' | 'timelines'> & { keys: Pick<PersonKeys, 'forget'> }

/** Drops what this process has in memory of a person, once it hears that they are erased, here or by another process. */
export const createForgetErased =
  ({ handler, securityEntries, timelines, keys }: Caches) =>
  ({ type, stream }: Recorded): void => {
    const person = idIn(accounts, stream)
    if (person === undefined) return
    if (type === 'AccountErased') securityEntries.forget(person)
    if (type !== 'ErasureCompleted') return
    keys.forget(person)
    securityEntries.forget(person)
    handler.clear()
    timelines.clear()
  }
