import type { AppContext } from '#api/app-context.ts'
import { deviceLabel } from '#api/http/request-headers.ts'
import type { Routes } from '#api/http/router.ts'
import { newSession } from '#api/http/session.ts'
import { accountKeyIn, digestOf } from '#api/secrets.ts'
import { invitationFor, noInvitation, welcome } from '#domain/account/accept-invitation.ts'
import { isRegistered } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { accountExists } from '#domain/account/register.ts'
import { firstAdmin, noSetUp, setUpCommands, setUps } from '#domain/account/set-up.ts'
import { NotFound, Refusal, WrongLink } from '#domain/command.ts'
import type { Person } from '#domain/event.ts'
import { agencies } from '#domain/settings/agency.ts'
import { agencyId, agencyName } from '#domain/settings/brand.ts'
import { loadUsable } from '#infra/events/command-handler.ts'
import type { Invitations } from './invitations.ts'
import { hashPassword, refuseGuessable } from './passwords.ts'
import { e164 } from './phone.ts'

/** How there come to be admins, the first by a link that the server prints; and who else is invited. */
export function adminRoutes(
  { handler, addresses, sessions, now }: Pick<AppContext, 'handler' | 'addresses' | 'sessions' | 'now'>,
  invitations: Invitations,
) {
  /** Returns the account that a link is for, and its invitation, as long as it is valid. */
  async function invitationOf(token: string) {
    const key = accountKeyIn(token)
    if (!key) return {}
    const tokenHash = digestOf(key.secret)
    const { state: account } = await handler.load(accounts, key.id)
    return { id: key.id, tokenHash, invitation: invitationFor(account, tokenHash, new Date(now()).toISOString()) }
  }

  const agencyNameNow = async () => agencyName((await loadUsable(handler, agencies, agencyId)).state)

  return {
    async setUpAdmin({ body: { token, name, email, phone, password }, request, response, execute }) {
      const tokenHash = digestOf(token)
      const { state: setUp } = await handler.load(setUps, firstAdmin)
      // A repetition of the request that used it may go on where that one ended.
      if (setUp.tokenHash !== tokenHash) throw new WrongLink(noSetUp)
      await refuseGuessable(password, { name, email }, await agencyNameNow())
      const person = { name, email, phone: await e164(phone), passwordHash: await hashPassword(password) }
      const id = await addresses.claim(email)
      response.locals.audited.account = id
      const by: Person = { id, name, role: 'admin' }
      const { state: account } = await handler.load(accounts, id)
      // Looked at before the link is used, so that a slip does not use it up.
      if (isRegistered(account) && setUp.account !== id) throw new Refusal(accountExists)
      await execute(setUpCommands.useSetUp, firstAdmin, { tokenHash, account: id }, { by })
      const input = {
        ...person,
        role: 'admin' as const,
        session: newSession(),
        device: deviceLabel(request.get('User-Agent')),
      }
      const { message, events } = await execute(accountCommands.register, id, input, { by })
      await sessions.begin(response, id, events)
      return { message }
    },

    async inviteAdmin({ body: { email }, ...asking }) {
      return { message: await invitations.invite({ role: 'admin', email }, asking) }
    },

    async inviteClient({ body: { email, name, phone }, ...asking }) {
      const invited = { email, name, phone: phone === undefined ? undefined : await e164(phone) }
      return { message: await invitations.invite({ role: 'client', ...invited }, asking) }
    },

    async withdrawInvitation({ body, execute }) {
      const { message } = await execute(accountCommands.withdrawInvitation, body.personId, body)
      return { message }
    },

    async getInvitation({ query: { token } }) {
      const { invitation } = await invitationOf(token)
      if (!invitation) throw new NotFound(noInvitation)
      const { tokenHash: _, ...shown } = invitation
      return shown
    },

    async acceptInvitation({ body: { token, name, phone, password }, request, response, execute }) {
      const { id, tokenHash, invitation } = await invitationOf(token)
      if (id === undefined) throw new WrongLink(noInvitation)
      response.locals.audited.account = id
      if (invitation) await refuseGuessable(password, { name, email: invitation.email }, await agencyNameNow())
      const person = { name, phone: await e164(phone), passwordHash: await hashPassword(password) }
      // One that is used already has said what it was for: the request may be a repetition of the one that used it.
      const { state: account } = await handler.load(accounts, id)
      const role = invitation?.role ?? account.role
      const by: Person = { id, name, role }
      const { events } = await execute(
        accountCommands.acceptInvitation,
        id,
        { ...person, tokenHash, session: newSession(), device: deviceLabel(request.get('User-Agent')) },
        { by },
      )
      await sessions.begin(response, id, events)
      return { message: welcome[role] }
    },
  } satisfies Partial<Routes>
}
