import { Router } from 'express'
import { accounts, holder } from '#domain/account/account.ts'
import { changeProfile } from '#domain/account/change-profile.ts'
import { credentials, logIn, wrongCredentials } from '#domain/account/log-in.ts'
import { logOut } from '#domain/account/log-out.ts'
import { logOutEverywhere } from '#domain/account/log-out-everywhere.ts'
import { register, registration } from '#domain/account/register.ts'
import { agencyFor } from './agency.ts'
import { callsOn, people } from './call.ts'
import type { Parts } from './parts.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { e164 } from './phone.ts'
import { requestOf } from './request.ts'
import { accountIdOf, NoSession, newSession, sessionUser } from './session.ts'

/** Registering, logging in and out, who is logged in, and what they are called. */
export function accountRoutes({ handler, sessions, settings }: Parts): Router {
  const router = Router()
  const on = callsOn(router, sessions)

  on.post(
    '/api/register',
    { may: 'everybody', limit: 'register', body: registration },
    async ({ body }, _request, response) => {
      const { name, email, phone, password } = body
      const id = accountIdOf(email)
      const session = newSession()
      const { message } = await handler.handle(
        register,
        id,
        { name, email, phone: await e164(phone), role: 'client', passwordHash: await hashPassword(password), session },
        { by: { id, name, role: 'client' } },
      )
      sessions.remember(response, id, session)
      response.status(201)
      return { message }
    },
  )

  on.post(
    '/api/login',
    { may: 'everybody', limit: 'login', body: credentials },
    async ({ body }, _request, response) => {
      const { email, password } = body
      const id = accountIdOf(email)
      const { state: account } = await handler.folded(accounts, id)
      if (!(await passwordFits(account.passwordHash, password))) {
        throw new NoSession(wrongCredentials)
      }
      const session = newSession()
      const { message } = await handler.handle(
        logIn,
        id,
        { session, checked: account.passwordHash },
        { by: holder(id, account) },
      )
      sessions.remember(response, id, session)
      return { message }
    },
  )

  on.get('/api/logout', { may: 'everybody' }, async (_asked, request, response) => {
    const found = await sessions.of(request, response)
    if (found) await handler.handle(logOut, found.person.id, { session: found.session }, { by: found.person })
    sessions.forget(response)
    response.set('Cache-Control', 'no-store')
    return { loggedout: true, message: logOut.done }
  })

  on.post('/api/sign-out-everywhere', { may: people }, async ({ person }, _request, response) => {
    const { message } = await handler.handle(logOutEverywhere, person.id, {}, { by: person })
    sessions.forget(response)
    return { loggedout: true, message }
  })

  on.put(
    '/api/update-profile',
    { may: people, body: changeProfile.input, changes: true },
    async ({ person, body }, request) => {
      const phone = await e164(body.phone)
      return handler.handle(changeProfile, person.id, { ...body, phone }, requestOf(request, person))
    },
  )

  on.get('/api/session', { may: 'everybody', says: 'Who is logged in' }, async (_asked, request, response) => {
    response.set('Cache-Control', 'no-store')
    const found = await sessions.of(request, response)
    const agency = await agencyFor(found, handler)
    const demo = settings.demo ? { demo: true } : {}
    const { quota: _, ...limits } = settings.files
    if (found) return { ...sessionUser(found.person.id, found.account), limits, agency, ...demo }
    response.status(401)
    return { message: 'Please log in', agency, ...demo }
  })

  return router
}
