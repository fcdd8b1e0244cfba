import { acceptInvitation, invitationFor, noInvitation } from '#domain/account/accept-invitation.ts'
import { accounts, isRegistered } from '#domain/account/account.ts'
import { inviteAdmin } from '#domain/account/invite-admin.ts'
import { isPersonal, tooPersonal } from '#domain/account/password.ts'
import { accountExists, register } from '#domain/account/register.ts'
import { firstAdmin, noSetUp, setUps, useSetUp } from '#domain/account/set-up.ts'
import { Invalid, Refusal } from '#domain/command.ts'
import type { Person } from '#domain/event.ts'
import type { AppContext } from '../app-context.ts'
import { originOf } from '../http/origin.ts'
import type { Routes } from '../http/router.ts'
import { accountIdOf, newSession } from '../http/session.ts'
import { hashPassword } from '../passwords.ts'
import { e164 } from '../phone.ts'
import { accountKeyIn, digestOf, keyedDigest, newSecret } from '../secrets.ts'

/** How many invitations are remembered as sent, so that a repeated request sends no second mail. */
const rememberedInvitations = 1_000

/** How there come to be admins: the first by a link that the server prints, the others by invitation. */
export function adminRoutes({ handler, sessions, mailer, compose, settings, now, secret: serverSecret }: AppContext) {
  const linkSecret = keyedDigest(serverSecret, 'invitation')
  /** By the hash of their link. */
  const sent = new Set<string>()

  return {
    async setUpAdmin({ body: { token, name, email, phone, password }, response, execute }) {
      const tokenHash = digestOf(token)
      const id = accountIdOf(email)
      const by: Person = { id, name, role: 'admin' }
      const { state: setUp } = await handler.load(setUps, firstAdmin)
      const { state: account } = await handler.load(accounts, id)
      // A repetition of the request that used it may go on where that one ended.
      if (setUp.tokenHash !== tokenHash) throw new Refusal(noSetUp)
      // Looked at before the link is used, so that a slip does not use it up.
      if (isRegistered(account) && setUp.account !== id) throw new Refusal(accountExists)
      const person = { name, email, phone: await e164(phone), passwordHash: await hashPassword(password) }
      await execute(useSetUp, firstAdmin, { tokenHash, account: id }, { by })
      const input = { ...person, role: 'admin' as const, session: newSession() }
      const { message, events } = await execute(register, id, input, { by })
      sessions.begin(response, id, events)
      return { message }
    },

    async inviteAdmin({ person, body: { email }, request, execute }) {
      const id = accountIdOf(email)
      // The same request makes the same link, so that after a failed mail it is sent again as it was.
      const key = request.get('Idempotency-Key')
      const secret = key === undefined ? newSecret() : linkSecret(person.id, id, key)
      const tokenHash = digestOf(secret)
      const { message } = await execute(inviteAdmin, id, { email, tokenHash })
      if (sent.has(tokenHash)) return { message }
      const origin = originOf(request, settings)
      const link = `${origin}/invitation/${id}.${secret}`
      const mail = await compose('invitation', { inviter: person.name, link }, origin)
      await mailer.send({ to: email, ...mail }, { awaited: true })
      sent.add(tokenHash)
      if (sent.size > rememberedInvitations) sent.delete(sent.values().next().value!)
      return { message }
    },

    async acceptInvitation({ body: { token, name, phone, password }, response, execute }) {
      const key = accountKeyIn(token)
      if (!key) throw new Refusal(noInvitation)
      const { id } = key
      const tokenHash = digestOf(key.secret)
      const { state: account } = await handler.load(accounts, id)
      const invitation = invitationFor(account, tokenHash, new Date(now()).toISOString())
      if (invitation && isPersonal(password, { name, email: invitation.email }))
        throw new Invalid({ password: tooPersonal })
      const person = { name, phone: await e164(phone), passwordHash: await hashPassword(password) }
      const by: Person = { id, name, role: 'admin' }
      const { message, events } = await execute(
        acceptInvitation,
        id,
        { ...person, tokenHash, session: newSession() },
        { by },
      )
      sessions.begin(response, id, events)
      return { message }
    },
  } satisfies Partial<Routes>
}
