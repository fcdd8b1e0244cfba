import { register } from '#domain/account/register.ts'
import { Refusal } from '#domain/action.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { countAdmins } from '#projections/accounts.ts'
import type { Projections } from '#projections/all.ts'
import type { Handler } from './handle.ts'
import { hashPassword } from './passwords.ts'
import { accountIdOf } from './session.ts'

/** Makes the first admin when there is none. Throws `Misconfigured` when the address is a client's. */
export async function ensureAdmin(
  { email, password }: { email: string; password: string },
  handler: Handler,
  projections: Projections,
): Promise<void> {
  await projections.accounts.caughtUp
  if ((await countAdmins(projections.accounts)) > 0) return
  const id = accountIdOf(email)
  const name = email.split('@')[0]!
  const account = {
    name,
    email: email.toLowerCase(),
    phone: '-',
    role: 'admin',
    passwordHash: await hashPassword(password),
  } as const
  await handler.handle(register, id, account, { by: { id, name, role: 'admin' } }).catch((error) => {
    if (error instanceof Refusal) throw new Misconfigured('ADMIN_EMAIL is the address of a client.')
    throw error
  })
}
