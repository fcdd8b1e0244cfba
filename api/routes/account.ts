import { type Account, accounts, isAddressProven, isRegistered, personOf } from '#domain/account/account.ts'
import { changeProfile } from '#domain/account/change-profile.ts'
import { codeNeeded, logIn, onlyActive, wrongCredentials } from '#domain/account/log-in.ts'
import { logOut } from '#domain/account/log-out.ts'
import { logOutEverywhere } from '#domain/account/log-out-everywhere.ts'
import { noAddressProof, proveAddress } from '#domain/account/prove-address.ts'
import { register } from '#domain/account/register.ts'
import { isFailed, wrongSecondFactor } from '#domain/account/second-factor.ts'
import { Refusal } from '#domain/command.ts'
import { agencies, agencyId, agencyName } from '#domain/settings/agency.ts'
import type { AddressProofs } from '../address-proofs.ts'
import type { AppContext } from '../app-context.ts'
import type { Funnel } from '../funnel.ts'
import { BeingMade } from '../http/caught-up.ts'
import type { Routes } from '../http/router.ts'
import { accountIdOf, NoSession, newSession, sessionUser } from '../http/session.ts'
import { hashPassword, passwordFits, refuseGuessable } from '../passwords.ts'
import { e164 } from '../phone.ts'
import { createSecondFactors } from '../second-factors.ts'
import { agencyFor } from './agency.ts'

/** Registering, logging in and out, who is logged in, and what they are called. */
export function accountRoutes(context: AppContext, { funnel, proofs }: { funnel: Funnel; proofs: AddressProofs }) {
  const { handler, sessions, settings, secret, projections, isSetUp, now } = context
  const secondFactors = createSecondFactors(secret, now)

  /** Whether an account is the admin's of the settings, who is made once the lists say whether there is an admin. */
  const isStillToBeMade = (id: string, account: Account) =>
    !isSetUp() && !isRegistered(account) && settings.admin !== undefined && accountIdOf(settings.admin.email) === id

  return {
    async register({ body: { name, email, phone, password, ticket }, response, execute }) {
      const id = accountIdOf(email)
      const { state: agency } = await handler.load(agencies, agencyId)
      await refuseGuessable(password, { name, email }, agencyName(agency))
      const account = {
        ...{ name, email, phone: await e164(phone), role: 'client' as const },
        ...{ passwordHash: await hashPassword(password), session: newSession() },
      }
      const { message, events } = await execute(register, id, account, { by: { id, name, role: 'client' } })
      sessions.begin(response, id, events)
      await funnel.tell(ticket, 'registered')
      return { message }
    },

    async login({ body: { email, password, code }, response, execute }) {
      const id = accountIdOf(email)
      const { state: account } = await handler.load(accounts, id)
      if (isStillToBeMade(id, account)) throw new BeingMade(projections.accounts.progress)
      if (!(await passwordFits(account.passwordHash, password))) throw new NoSession(wrongCredentials)
      onlyActive(account)
      const { secondFactor } = account
      if (secondFactor && code === undefined) return { message: codeNeeded, secondFactor: true }
      const entered = secondFactor && code ? await secondFactors.read(id, secondFactor.secret, code) : undefined
      const input = { session: newSession(), checked: account.passwordHash, entered }
      const { message, events } = await execute(logIn, id, input, { by: personOf(id, account) })
      if (isFailed(events)) throw new NoSession(wrongSecondFactor, { fields: { code: wrongSecondFactor } })
      sessions.begin(response, id, events)
      return { message }
    },

    async logout({ request, response, execute }) {
      const found = await sessions.of(request, response)
      if (found) await execute(logOut, found.person.id, { session: found.session }, { by: found.person })
      sessions.leave(response)
      return { loggedout: true, message: logOut.success }
    },

    async signOutEverywhere({ person, response, execute }) {
      const { message } = await execute(logOutEverywhere, person.id, {})
      sessions.leave(response)
      return { loggedout: true, message }
    },

    async updateProfile({ person, body, execute }) {
      const phone = body.phone === undefined ? undefined : await e164(body.phone)
      return execute(changeProfile, person.id, { ...body, phone })
    },

    async proveAddress({ person, body, execute }) {
      if (!proofs.isGood(body.token, person.id)) throw new Refusal(noAddressProof)
      const { message } = await execute(proveAddress, person.id, {})
      return { message }
    },

    async sendAddressProof({ person, account, request }) {
      if (isAddressProven(account)) return { message: 'Your address is confirmed already' }
      await proofs.send(account, person.id, request)
      return { message: `A mail is on its way to ${account.email}. Its link is good for seven days.` }
    },

    async getSession({ request, response }) {
      const found = await sessions.of(request, response)
      const more = { agency: await agencyFor(found, handler), ...(settings.demo ? { demo: true as const } : {}) }
      const { quota: _, accountQuota: __, reserve: ___, ...limits } = settings.files
      if (found) return { ...sessionUser(found), limits, ...more }
      // A session that has ended is not asked for again.
      if (sessions.hint(request, response)) sessions.forget(response)
      throw new NoSession('Please log in', more)
    },
  } satisfies Partial<Routes>
}
