import { type Request, Router } from 'express'
import { acceptance, acceptInvitation, invitationFor, noInvitation } from '#domain/account/accept-invitation.ts'
import { accounts, isRegistered } from '#domain/account/account.ts'
import { inviteAdmin, invited } from '#domain/account/invite-admin.ts'
import { isPersonal, tooPersonal } from '#domain/account/password.ts'
import { accountExists, register } from '#domain/account/register.ts'
import { firstAdmin, noSetUp, setUpForm, setUps, useSetUp } from '#domain/account/set-up.ts'
import { Invalid, Refusal } from '#domain/action.ts'
import type { Person } from '#domain/event.ts'
import { agencies, agencyId, agencyName } from '#domain/settings/agency.ts'
import { callsOn } from './call.ts'
import { invitationMail } from './mails.ts'
import type { Parts } from './parts.ts'
import { hashPassword } from './passwords.ts'
import { e164 } from './phone.ts'
import { accountKeyIn, digestOf, newSecret } from './secrets.ts'
import { accountIdOf, newSession } from './session.ts'

/** How somebody becomes an admin: the first by the link that the server printed, the others by invitation. */
export function adminRoutes({ handler, sessions, settings, mailer, now }: Parts): Router {
  const router = Router()
  const on = callsOn(router, sessions)

  on.post(
    '/api/set-up-admin',
    { says: 'Make the first admin', may: 'everybody', limit: 'register', body: setUpForm },
    async ({ body: { token, name, email, phone, password } }, _request, response) => {
      const tokenHash = digestOf(token)
      const { state: setUp } = await handler.folded(setUps, firstAdmin)
      if (setUp.tokenHash !== tokenHash) throw new Refusal(noSetUp)
      const id = accountIdOf(email)
      // Looked at before the link is used, so that a slip does not use it up.
      if (isRegistered((await handler.folded(accounts, id)).state)) throw new Refusal(accountExists)
      const by: Person = { id, name, role: 'admin' }
      const person = { name, email, phone: await e164(phone), passwordHash: await hashPassword(password) }
      await handler.handle(useSetUp, firstAdmin, { tokenHash, account: id }, { by })
      const session = newSession()
      const { message } = await handler.handle(register, id, { ...person, role: 'admin', session }, { by })
      sessions.remember(response, id, session)
      response.status(201)
      return { message }
    },
  )

  on.post(
    '/api/invite-admin',
    { may: ['admin'], limit: 'invitation', body: invited },
    async ({ person, body: { email } }, request) => {
      const id = accountIdOf(email)
      const secret = newSecret()
      const { message } = await handler.handle(inviteAdmin, id, { email, tokenHash: digestOf(secret) }, { by: person })
      const { state: agency } = await handler.folded(agencies, agencyId)
      const link = `${originOf(request)}/invitation/${id}.${secret}`
      const mail = invitationMail(email, person.name, agencyName(agency), link)
      await mailer.send(mail, { awaited: true })
      return { message }
    },
  )

  on.post(
    '/api/accept-invitation',
    { says: 'Make the account of an invited admin', may: 'everybody', limit: 'register', body: acceptance },
    async ({ body: { token, name, phone, password } }, _request, response) => {
      const key = accountKeyIn(token)
      if (!key) throw new Refusal(noInvitation)
      const { id } = key
      const tokenHash = digestOf(key.secret)
      const { state: account } = await handler.folded(accounts, id)
      const invitation = invitationFor(account, tokenHash, new Date(now()).toISOString())
      if (!invitation) throw new Refusal(noInvitation)
      if (isPersonal(password, { name, email: invitation.email })) throw new Invalid({ password: tooPersonal })
      const session = newSession()
      const person = { name, phone: await e164(phone), passwordHash: await hashPassword(password) }
      const by: Person = { id, name, role: 'admin' }
      const { message } = await handler.handle(acceptInvitation, id, { ...person, tokenHash, session }, { by })
      sessions.remember(response, id, session)
      response.status(201)
      return { message }
    },
  )

  const originOf = (request: Request) => settings.publicUrl ?? `${request.protocol}://${request.host}`

  return router
}
