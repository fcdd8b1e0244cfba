import type { AppContext } from '#api/app-context.ts'
import { ListsBuilding } from '#api/http/caught-up.ts'
import { attemptsId } from '#api/http/devices.ts'
import { deviceOf } from '#api/http/request-headers.ts'
import type { Routes } from '#api/http/router.ts'
import { NoSession, newSession, sessionUser } from '#api/http/session.ts'
import { agencyFor } from '#api/routes/settings/settings.ts'
import type { FunnelCounter } from '#api/routes/site/funnel.ts'
import { digestOf } from '#api/secrets.ts'
import { type Account, isAddressProven, isRegistered, openSessions, personOf } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { codeNeeded, onlyActive, wrongCredentials } from '#domain/account/log-in.ts'
import { noAddressProof } from '#domain/account/prove-address.ts'
import { isFailed, wrongSecondFactor } from '#domain/account/second-factor.ts'
import { WrongLink } from '#domain/command.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import type { AddressProofs } from './address-proofs.ts'
import { hashPassword, passwordFits, refuseGuessable } from './passwords.ts'
import { e164 } from './phone.ts'
import { createSecondFactors } from './second-factor.ts'

/** The name of a session for its holder: its own id stands in the cookie, and nowhere else. */
const nameOfSession = (session: string): string => digestOf('session', session).slice(0, 22)

/** Registering, logging in and out, who is logged in, and what they are called. */
export function accountRoutes(
  context: AppContext,
  { funnel, proofs }: { funnel: FunnelCounter; proofs: AddressProofs },
) {
  const { handler, addresses, sessions, settings, secret, projections, isSetUp, now } = context
  const secondFactors = createSecondFactors(secret, now)

  /** Whether an account is the admin's of the settings, who is made once the lists say whether there is an admin. */
  const isStillToBeMade = (email: string, account: Account) =>
    !isSetUp() && !isRegistered(account) && settings.admin?.email.toLowerCase() === email

  return {
    async register({ body: { name, email, phone, password, ticket }, request, response, execute }) {
      const agency = await loadAgency(handler)
      await refuseGuessable(password, { name, email }, agencyName(agency))
      const account = {
        ...{ name, email, phone: await e164(phone), role: 'client' as const },
        ...{ passwordHash: await hashPassword(password), session: newSession() },
        device: deviceOf(request),
      }
      const id = await addresses.claim(email)
      response.locals.audited.account = id
      const { message, events } = await execute(accountCommands.register, id, account, {
        by: { id, name, role: 'client' },
      })
      await sessions.begin(response, id, events)
      await funnel.advanceIfAvailable(ticket, 'registered')
      return { message }
    },

    async login({ body: { email, password, code }, device, request, response, execute }) {
      const id = await addresses.idFor(email)
      const { state: account } = await handler.load(accounts, id)
      if (isStillToBeMade(email, account)) throw new ListsBuilding(projections.accounts.progress)
      if (!(await passwordFits(account.passwordHash, password))) throw new NoSession(wrongCredentials)
      onlyActive(account)
      const { secondFactor } = account
      if (secondFactor && code === undefined) return { message: codeNeeded, secondFactor: true }
      const readCode = secondFactor && code ? await secondFactors.read(id, secondFactor.secret, code) : undefined
      const input = {
        ...{ session: newSession(), device: deviceOf(request), checked: account.passwordHash },
        code: readCode && { ...readCode, deviceId: attemptsId(device) },
      }
      const { message, events } = await execute(accountCommands.logIn, id, input, { by: personOf(id, account) })
      if (isFailed(events)) throw new NoSession(wrongSecondFactor, { fields: { code: wrongSecondFactor } })
      await sessions.begin(response, id, events)
      return { message }
    },

    async logout({ request, response, execute }) {
      const found = await sessions.of(request, response)
      if (found) response.locals.audited.account = found.person.id
      if (found)
        await execute(accountCommands.logOut, found.person.id, { session: found.session }, { by: found.person })
      sessions.leave(response)
      return { loggedout: true, message: accountCommands.logOut.success }
    },

    async signOutEverywhere({ person, response, execute }) {
      const { message } = await execute(accountCommands.logOutEverywhere, person.id, {})
      sessions.leave(response, person.id)
      return { loggedout: true, message }
    },

    async getSessions({ account, session }) {
      const data = openSessions(account, now()).map(([id, since]) => ({
        id: nameOfSession(id),
        device: account.devices?.[id] || 'A device',
        since,
        current: id === session,
      }))
      return { data: data.sort((a, b) => Number(b.current) - Number(a.current) || b.since.localeCompare(a.since)) }
    },

    async endSession({ person, account, session, body, response, execute }) {
      const ended = Object.keys(account.sessions).find((each) => nameOfSession(each) === body.id)
      const { message } = await execute(accountCommands.logOut, person.id, { session: ended ?? '-' })
      if (ended === session) sessions.leave(response)
      return { message: ended === session ? message : 'Device logged out' }
    },

    async updateProfile({ person, body, execute }) {
      const phone = body.phone === undefined ? undefined : await e164(body.phone)
      return execute(accountCommands.changeProfile, person.id, { ...body, phone })
    },

    async proveAddress({ person, body, execute }) {
      if (!proofs.isGood(body.token, person.id)) throw new WrongLink(noAddressProof)
      const { message } = await execute(accountCommands.proveAddress, person.id, {})
      return { message }
    },

    async sendAddressProof({ person, account, request }) {
      if (isAddressProven(account)) return { message: 'Your email address is already confirmed' }
      await proofs.send(account, person.id, request)
      return { message: `Email sent to ${account.email}. The link is valid for 7 days.` }
    },

    async getSession({ request, response }) {
      const found = await sessions.of(request, response)
      const more = { agency: await agencyFor(found, handler), ...(settings.demo ? { demo: true as const } : {}) }
      const { quota: _, accountQuota: __, reserve: ___, ...limits } = settings.files
      if (found?.viewedBy) Object.assign(response.locals.audited, { account: found.person.id, by: found.viewedBy.id })
      if (found) return { ...sessionUser(found), limits, ...more }
      // A session that has ended is not asked for again.
      if (sessions.hint(request, response)) sessions.forget(response)
      throw new NoSession('Please log in', more)
    },
  } satisfies Partial<Routes>
}
