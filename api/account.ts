import { Router } from 'express'
import { accounts, holder } from '#domain/account/account.ts'
import { credentials, logIn } from '#domain/account/log-in.ts'
import { logOut } from '#domain/account/log-out.ts'
import { register, registration } from '#domain/account/register.ts'
import type { Parts } from './parts.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { e164 } from './phone.ts'
import { accountIdOf, NoSession, newSession, sessionUser } from './session.ts'

/** Registering, logging in and out, and who is logged in. */
export function accountRoutes({ handler, sessions, settings }: Parts): Router {
  const router = Router()

  router.post('/api/register', async (request, response) => {
    const { name, email, phone, password } = registration.parse(request.body)
    const id = accountIdOf(email)
    const session = newSession()
    const { message } = await handler.handle(
      register,
      id,
      { name, email, phone: await e164(phone), role: 'client', passwordHash: await hashPassword(password), session },
      { by: { id, name, role: 'client' } },
    )
    sessions.remember(response, id, session)
    response.status(201).json({ message })
  })

  router.post('/api/login', async (request, response) => {
    const { email, password } = credentials.parse(request.body)
    const id = accountIdOf(email)
    const { state: account } = await handler.folded(accounts, id)
    if (!(await passwordFits(account.passwordHash, password))) {
      throw new NoSession('Email address and password do not fit together')
    }
    const session = newSession()
    const { message } = await handler.handle(logIn, id, { session }, { by: holder(id, account) })
    sessions.remember(response, id, session)
    response.json({ message })
  })

  router.get('/api/logout', async (request, response) => {
    const found = await sessions.of(request, response)
    if (found) await handler.handle(logOut, found.person.id, { session: found.session }, { by: found.person })
    sessions.forget(response)
    response.set('Cache-Control', 'no-store').json({ loggedout: true, message: logOut.done })
  })

  router.get('/api/session', async (request, response) => {
    response.set('Cache-Control', 'no-store')
    const found = await sessions.of(request, response)
    const demo = settings.demo ? { demo: true } : {}
    if (!found) return void response.status(401).json({ message: 'Please log in', ...demo })
    response.json({ ...sessionUser(found.person.id, found.account), ...demo })
  })

  return router
}
