import { atelier } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { firstAdmin, setUpCommands } from '#domain/account/set-up.ts'
import { Refusal } from '#domain/command.ts'
import type { AddressBook } from '#infra/address-book.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import type { Projections } from '#projections/all.ts'
import { countAdmins } from '#projections/models/accounts.ts'
import { hashPassword } from './passwords.ts'
import { digestOf, newSecret } from './secrets.ts'

/**
 * Makes the first admin when there is none, and ends the link that would have made one. Throws `Misconfigured` when the
 * address is a client's.
 */
export async function ensureAdmin(
  { email, password }: { email: string; password: string },
  handler: CommandHandler,
  projections: Projections,
  addresses: AddressBook,
): Promise<void> {
  await projections.accounts.caughtUp
  if ((await countAdmins(projections.accounts)) > 0) return
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
      throw new Misconfigured('ADMIN_EMAIL is the address of a client.')
    })
}

/**
 * Offers a link to make the first admin when there is none: the lines that tell it, once it is known where the server
 * answers. Every start offers another one, and the last one's ends.
 */
export async function offerFirstAdmin(
  handler: CommandHandler,
  projections: Projections,
): Promise<((url: string) => string[]) | undefined> {
  await projections.accounts.caughtUp
  if ((await countAdmins(projections.accounts)) > 0) return undefined
  const token = newSecret()
  await handler.handle(setUpCommands.offerSetUp, firstAdmin, { tokenHash: digestOf(token) }, { by: atelier })
  return (url) => ['', 'There is no admin yet. Make yours, once, at', `  ${url}/set-up/${token}`]
}
