import type { AppContext } from '#api/app-context.ts'
import { digestOf } from '#api/secrets.ts'
import { atelier } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { firstAdmin, setUpCommands } from '#domain/account/set-up.ts'
import { Refusal } from '#domain/command.ts'
import { isUnusable } from '#infra/events/command-handler.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { newSecret } from '#infra/secret.ts'
import type { Settings } from '#infra/settings.ts'
import { insteadOf, retryWhileUnavailable, Unavailable } from '#infra/unavailable.ts'
import { countAdmins } from '#projections/account/accounts.ts'
import { hashPassword } from './passwords.ts'

type SettingUp = Pick<AppContext, 'handler' | 'projections' | 'addresses'> & {
  admin: Settings['admin']
  isDemo: boolean
  signal: AbortSignal
}

/** Makes the first admin, and ends the link that would have made one. Throws `Misconfigured` when the address is a client's. */
async function makeFirstAdmin(
  { email, password }: { email: string; password: string },
  { handler, addresses }: Pick<SettingUp, 'handler' | 'addresses'>,
): Promise<void> {
  await handler.handle(setUpCommands.withdrawSetUp, firstAdmin, {}, { by: atelier })
  const id = await addresses.claim(email)
  const name = email.split('@')[0]!
  const account = {
    name,
    email: email.toLowerCase(),
    phone: '-',
    role: 'admin',
    passwordHash: await hashPassword(password),
  } as const
  await handler
    .handle(accountCommands.register, id, account, { by: { id, name, role: 'admin' } })
    .catch(async (error) => {
      if (!(error instanceof Refusal)) throw error
      // Another process that starts at this moment made the same admin.
      if ((await handler.load(accounts, id)).state.role === 'admin') return
      throw new Misconfigured('ADMIN_EMAIL belongs to a client. Use another email address.')
    })
}

/**
 * Offers a link to make the first admin: the lines that tell it, once it is known where the server answers. Every start offers
 * another one, and the last one's ends.
 */
async function offerFirstAdmin(handler: SettingUp['handler']): Promise<(url: string) => string[]> {
  const token = newSecret()
  await handler.handle(setUpCommands.offerSetUp, firstAdmin, { tokenHash: digestOf(token) }, { by: atelier })
  return (url) => ['', 'There is no admin yet. Create yours here (the link works once):', `  ${url}/set-up/${token}`]
}

/**
 * Sees to the first admin, once the accounts can say whether there is one. `lines` resolves with what to tell of it, of
 * where the server answers. It rejects when a store is away before the server listens; afterwards it waits for the store.
 */
export function setUpFirstAdmin({ admin, isDemo, handler, projections, addresses, signal }: SettingUp) {
  let isDone = false
  let isListening = false

  async function ensureOrOffer(): Promise<(url: string) => string[]> {
    const noLines = () => []
    if (isDemo && !admin) return noLines
    await projections.accounts.caughtUp
    if ((await countAdmins(projections.accounts)) > 0) return noLines
    if (!admin) return offerFirstAdmin(handler)
    // What is damaged of an account the store tells itself: all others are served.
    await makeFirstAdmin(admin, { handler, addresses }).catch(insteadOf(isUnusable, undefined))
    return noLines
  }
  const lines = ensureOrOffer().catch((error) => {
    if (!isListening || !(error instanceof Unavailable)) throw error
    return retryWhileUnavailable(ensureOrOffer, signal)
  })
  void lines.then(
    () => (isDone = true),
    () => {}, // it is awaited by the server, before or once it listens
  )
  return {
    lines,
    isDone: () => isDone,
    listening() {
      isListening = true
    },
  }
}
