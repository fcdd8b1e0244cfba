import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '#api/app-context.ts'
import { ListsBuilding, requireWhole, waitForLatest } from '#api/http/caught-up.ts'
import { hashPassword } from '#api/routes/account/passwords.ts'
import { digestOf } from '#api/secrets.ts'
import { isActive, operator } from '#domain/account/account.ts'
import { accountCommands, accounts, personCommands } from '#domain/account/actions.ts'
import { departAdmin, departuresId } from '#domain/account/departures.ts'
import { email } from '#domain/account/register.ts'
import { NotAllowed, NotFound, Refusal } from '#domain/command.ts'
import { CommandError } from '#infra/control/ask-server.ts'
import { loadUsable } from '#infra/events/command-handler.ts'
import { MailRefused } from '#infra/mail/mailer.ts'
import { newSecret } from '#infra/secret.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { listAccounts, listInvitations } from '#projections/account/accounts.ts'
import type { Projections } from '#projections/all.ts'

/** The request of `npm run admin`. */
export const adminRequest = z.union([
  z.object({ action: z.literal('list') }),
  z.object({ action: z.enum(['invite', 'reset', 'suspend', 'reinstate', 'remove']), email }),
])
export type AdminRequest = z.infer<typeof adminRequest>

type Dependencies = Pick<AppContext, 'handler' | 'addresses' | 'mailer' | 'compose'> & {
  projections: Pick<Projections, 'accounts' | 'invitations'>
  /** Where links begin, such as `https://example.com`. */
  origin: string
}

/** The errors whose messages tell an operator what to do. */
const forOperators = [Refusal, NotFound, NotAllowed, ListsBuilding, Unavailable]

/** An agency has a handful of admins. */
const limit = 1_000

type Say = (line: string) => void

/** Runs the request, and reports its result. Throws `CommandError` when a rule forbids it. */
export async function administer(dependencies: Dependencies, request: AdminRequest, say: Say): Promise<void> {
  try {
    if (request.action === 'list') return await list(dependencies, say)
    await actions[request.action](dependencies, request.email, say)
  } catch (error) {
    if (!(error instanceof Error && forOperators.some((kind) => error instanceof kind))) throw error
    throw new CommandError(error.message.replace(/\.?$/, '.'))
  }
}

async function list({ handler, projections }: Dependencies, say: Say): Promise<void> {
  const { accounts: people, invitations } = projections
  await requireWhole(people, invitations) // or half of it would be taken for all
  await waitForLatest(handler, people, invitations)
  const [admins, invited] = await Promise.all([
    listAccounts(people, { role: 'admin', limit }),
    listInvitations(invitations, { limit }),
  ])
  for (const { name, email, status, secondFactor } of admins.documents) {
    say([email, name, status, ...(secondFactor ? ['second factor'] : [])].join('  '))
  }
  for (const { role, email, expires } of invited.documents) {
    if (role === 'admin') say(`${email}  invited, until ${expires}`)
  }
  if (admins.documents.length === 0) say('There is no admin. The server prints a link to create one when it starts.')
}

const actions: Record<
  Exclude<AdminRequest['action'], 'list'>,
  (dependencies: Dependencies, email: string, say: Say) => Promise<void>
> = {
  async invite({ handler, addresses, mailer, compose, origin }, email, say) {
    const [id, secret] = [await addresses.claim(email), newSecret()]
    await handler.handle(accountCommands.inviteAdmin, id, { email, tokenHash: digestOf(secret) }, { by: operator })
    const link = `${origin}/invitation/${id}.${secret}`
    say(`${email} is invited as an admin. The link is valid for 7 days:`)
    say(`  ${link}`)
    const mail = await compose('invitation', { inviter: operator.name, link }, origin)
    await mailer.send({ to: email, ...mail }, { awaited: true }).catch((error) => {
      if (!(error instanceof Unavailable || error instanceof MailRefused)) throw error
      say('The email could not be sent. Send them this link yourself.')
    })
  },

  async reset({ handler, addresses }, email, say) {
    const personId = await addresses.idFor(email)
    const password = randomBytes(15).toString('base64url')
    const passwordHash = await hashPassword(password)
    await handler.handle(accountCommands.replacePassword, personId, { personId, passwordHash }, { by: operator })
    await handler.handle(personCommands.resetSecondFactor, personId, { personId }, { by: operator })
    say(`${email} is logged out everywhere and two-step verification is off. Their new password, shown only once:`)
    say(`  ${password}`)
  },

  async suspend(dependencies, email, say) {
    const personId = await depart(dependencies, email)
    await dependencies.handler.handle(personCommands.suspendAccount, personId, { personId }, { by: operator })
    say(`${email} is suspended, and logged out everywhere.`)
  },

  async reinstate({ handler, addresses }, email, say) {
    const personId = await addresses.idFor(email)
    await handler.handle(personCommands.reinstateAccount, personId, { personId }, { by: operator })
    say(`${email} can log in again.`)
  },

  async remove(dependencies, email, say) {
    const personId = await depart(dependencies, email)
    await dependencies.handler.handle(personCommands.removeAdmin, personId, { personId }, { by: operator })
    say(`${email} is removed, and logged out everywhere.`)
  },
}

/** Records first that an admin departs, as the people page does, and answers their id. Another active admin has to stay. */
async function depart(dependencies: Dependencies, email: string): Promise<string> {
  const { handler, addresses } = dependencies
  const personId = await addresses.idFor(email)
  const { state: account } = await handler.load(accounts, personId)
  if (account.role !== 'admin' || account.removed !== undefined) throw new NotFound(`${email} is not an admin`)
  const others = isActive(account) ? await otherActiveAdmins(dependencies, personId) : undefined
  if (others?.length === 0) throw new Refusal(`${email} is the last admin. Invite another one first.`)
  await handler.handle(departAdmin, departuresId, { personId, others }, { by: operator })
  return personId
}

async function otherActiveAdmins({ handler, projections }: Dependencies, personId: string) {
  await requireWhole(projections.accounts)
  await waitForLatest(handler, projections.accounts)
  const { documents } = await listAccounts(projections.accounts, { role: 'admin', limit })
  const others = documents.filter(({ id }) => id !== personId)
  // One whose account cannot be read is none who can be relied on, and no reason to keep another one.
  const load = async (id: string) => ({ id, ...(await loadUsable(handler, accounts, id)).state })
  const states = await Promise.all(others.map(({ id }) => load(id)))
  return states.filter(isActive).map(({ id, activeSince }) => ({ id, activeSince }))
}
