import type { Request, Response } from 'express'
import type { AppContext } from '#api/app-context.ts'
import { linkOrigin } from '#api/http/origin.ts'
import { deviceOf } from '#api/http/request-headers.ts'
import type { Execute, Routes } from '#api/http/router.ts'
import { newSession } from '#api/http/session.ts'
import { accountKeyIn, digestOf, keyedDigest, repeatableSecret } from '#api/secrets.ts'
import { invitationFor, noInvitation, welcome } from '#domain/account/accept-invitation.ts'
import { isRegistered } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { accountExists } from '#domain/account/register.ts'
import { firstAdmin, noSetUp, setUpCommands, setUps } from '#domain/account/set-up.ts'
import { NotFound, Refusal, WrongLink } from '#domain/command.ts'
import type { Person, Role } from '#domain/event.ts'
import { leads } from '#domain/lead/actions.ts'
import { whyInvited } from '#domain/mail/mails.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import { hashPassword, refuseGuessable } from './passwords.ts'
import { e164 } from './phone.ts'

type Invited = { role: Role; email: string; name?: string | undefined; phone?: string | undefined }
type Asking = { person: Person; request: Request; response: Response; execute: Execute }

const overtaken = 'This invitation has been accepted, withdrawn or replaced since. Reload the page to see it.'

export type Invitations = ReturnType<typeof createInvitations>

/** Invites people by a link that is mailed to them. */
export function createInvitations(context: AppContext) {
  const { addresses, handler, mailer, compose, settings, secret: serverSecret } = context
  const linkSecret = keyedDigest(serverSecret, 'invitation')

  async function clientMail(id: string, values: { inviter: string; link: string }, origin: string) {
    const { state: lead } = await handler.load(leads, id)
    const because = lead.submissions > 0 ? whyInvited.prices : whyInvited.typed
    return compose('clientInvitation', { ...values, because }, origin)
  }

  return {
    /** Records the invitation, and sends its mail. Throws what the command throws, `Unavailable`, `MailRefused`. */
    async invite({ role, email, ...known }: Invited, { person, request, response, execute }: Asking): Promise<string> {
      const origin = linkOrigin(request, settings) // before anything is recorded that could not be told
      const id = await addresses.claim(email)
      response.locals.audited.about = id
      const secret = repeatableSecret(request, linkSecret, person.id, id)
      const tokenHash = digestOf(secret)
      const { message } =
        role === 'admin'
          ? await execute(accountCommands.inviteAdmin, id, { email, tokenHash }, { ignoreIfMatch: true })
          : await execute(accountCommands.inviteClient, id, { email, tokenHash, ...known }, { ignoreIfMatch: true })
      // What is answered again may have been recorded a while ago: its link is dead if it isn’t the latest.
      const { state: account } = await handler.load(accounts, id)
      if (account.invitation?.tokenHash !== tokenHash) throw new Refusal(overtaken)
      const values = { inviter: person.name, link: `${origin}/invitation/${id}.${secret}` }
      const mail = role === 'admin' ? await compose('invitation', values, origin) : await clientMail(id, values, origin)
      await mailer.send({ to: email, ...mail, key: tokenHash }, { awaited: true })
      return message
    },
  }
}

/** How there come to be admins, the first by a link that the server prints; and who else is invited. */
export function invitationRoutes(
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

  return {
    async setUpAdmin({ body: { token, name, email, phone, password }, request, response, execute }) {
      const tokenHash = digestOf(token)
      const { state: setUp } = await handler.load(setUps, firstAdmin)
      // A repetition of the request that used it may go on where that one ended.
      if (setUp.tokenHash !== tokenHash) throw new WrongLink(noSetUp)
      await refuseGuessable(password, { name, email }, agencyName(await loadAgency(handler)))
      const person = { name, email, phone: await e164(phone), passwordHash: await hashPassword(password) }
      const id = await addresses.claim(email)
      response.locals.audited.account = id
      const by: Person = { id, name, role: 'admin' }
      const { state: account } = await handler.load(accounts, id)
      // Looked at before the link is used, so that a slip does not use it up.
      if (isRegistered(account) && setUp.account !== id) throw new Refusal(accountExists)
      await execute(setUpCommands.useSetUp, firstAdmin, { tokenHash, account: id }, { by })
      const input = { ...person, role: 'admin' as const, session: newSession(), device: deviceOf(request) }
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
      if (invitation)
        await refuseGuessable(password, { name, email: invitation.email }, agencyName(await loadAgency(handler)))
      const person = { name, phone: await e164(phone), passwordHash: await hashPassword(password) }
      // One that is used already has said what it was for: the request may be a repetition of the one that used it.
      const { state: account } = await handler.load(accounts, id)
      const role = invitation?.role ?? account.role
      const by: Person = { id, name, role }
      const input = { ...person, tokenHash, session: newSession(), device: deviceOf(request) }
      const { events } = await execute(accountCommands.acceptInvitation, id, input, { by })
      await sessions.begin(response, id, events)
      return { message: welcome[role] }
    },
  } satisfies Partial<Routes>
}
