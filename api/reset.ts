import { type CookieOptions, Router } from 'express'
import { accounts, somebody } from '#domain/account/account.ts'
import { changePassword, passwordChange, wrongPassword } from '#domain/account/change-password.ts'
import { isPersonal, tooPersonal } from '#domain/account/password.ts'
import { codeLasts, forgotten, requestPasswordReset } from '#domain/account/request-password-reset.ts'
import { isGranted, newPassword, notGranted, resetPassword } from '#domain/account/reset-password.ts'
import { enteredCode, noCode, tryResetCode, wrongCode } from '#domain/account/try-reset-code.ts'
import { Invalid, NotAllowed, Refusal } from '#domain/action.ts'
import { whenAvailable } from '#infra/unavailable.ts'
import { callsOn, people } from './call.ts'
import { resetMail } from './mails.ts'
import type { Parts } from './parts.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { accountKeyIn, cookieIn, digestOf, keyedDigest, newCode, newSecret } from './secrets.ts'
import { accountIdOf } from './session.ts'

/** A password forgotten, in three steps and one browser; and a new one for those who know theirs. */
export function resetRoutes({ handler, sessions, settings, mailer, log, now, secret: serverSecret }: Parts): Router {
  /** Keyed: whoever read the store and asked for the code, and so has the browser's secret, could try all six digits. */
  const codeHashOf = keyedDigest(serverSecret, 'one-time code')
  const router = Router()
  const on = callsOn(router, sessions)
  const cookie: CookieOptions = { httpOnly: true, secure: settings.production, sameSite: 'strict', path: '/api' }

  on.post(
    '/api/checkotp',
    { says: 'Ask for an OTP by mail', may: 'everybody', limit: 'otp', body: forgotten },
    async ({ body }, _request, response) => {
      const id = accountIdOf(body.email)
      const [secret, code] = [newSecret(), newCode()]
      const asked = { browser: digestOf(secret), codeHash: codeHashOf(secret, code) }
      const { message } = await handler.handle(requestPasswordReset, id, asked, { by: somebody })
      const { state: account } = await handler.folded(accounts, id)
      // After the answer, which must not take longer where there is somebody to write to.
      if (account.email) {
        setImmediate(() => {
          const mail = resetMail(account.email, account.name, code)
          const sent = whenAvailable(() => mailer.send(mail), AbortSignal.timeout(codeLasts))
          sent.catch((error) => log.error({ err: error }, 'an OTP could not be sent'))
        })
      }
      response.cookie('reset', `${id}.${secret}`, { ...cookie, maxAge: 2 * codeLasts })
      return { message }
    },
  )

  on.post(
    '/api/checkotp/otp',
    { says: 'Enter the OTP', may: 'everybody', limit: 'code', body: enteredCode },
    async ({ body }, request, response) => {
      const asking = askingBrowser(request.headers.cookie)
      if (!asking) throw new Refusal(noCode)
      const { id, secret, browser } = asking
      const tried = { browser, codeHash: codeHashOf(secret, body.OneTimePassword) }
      const { message, events } = await handler.handle(tryResetCode, id, tried, { by: somebody })
      if (events.some(({ type }) => type === 'PasswordResetCodeTried')) {
        response.status(400)
        return { otpMatched: false, message: wrongCode, fields: { OneTimePassword: wrongCode } }
      }
      const { state: account } = await handler.folded(accounts, id)
      return { otpMatched: true, email: account.email, message }
    },
  )

  on.post(
    '/api/update-password',
    { says: 'Choose a new password after the OTP matched', may: 'everybody', limit: 'reset', body: newPassword },
    async ({ body }, request, response) => {
      const { email, password } = body
      const asking = askingBrowser(request.headers.cookie)
      if (asking?.id !== accountIdOf(email)) throw new NotAllowed(notGranted)
      const { id, browser } = asking
      const { state: account } = await handler.folded(accounts, id)
      // Looked at before the work of hashing, and again when it is decided.
      if (!isGranted(account, browser, new Date(now()).toISOString())) throw new NotAllowed(notGranted)
      if (isPersonal(password, account)) throw new Invalid({ password: tooPersonal })
      const chosen = { browser, passwordHash: await hashPassword(password) }
      const { message } = await handler.handle(resetPassword, id, chosen, { by: somebody })
      response.clearCookie('reset', cookie)
      return { message }
    },
  )

  on.put(
    '/api/change-password',
    { may: people, limit: 'password', body: passwordChange },
    async ({ person, account, session, body }) => {
      const checked = account.passwordHash
      if (!(await passwordFits(checked, body.current))) throw new Invalid({ current: wrongPassword })
      if (isPersonal(body.password, account)) throw new Invalid({ password: tooPersonal })
      const chosen = { session, checked, passwordHash: await hashPassword(body.password) }
      // No Idempotency-Key: its digest of the body would be a poor hash of the password.
      const { message } = await handler.handle(changePassword, person.id, chosen, { by: person })
      return { message }
    },
  )

  return router
}

/** The account a browser asked a code for, and the browser as facts know it. */
function askingBrowser(header: string | undefined) {
  const key = accountKeyIn(cookieIn(header, 'reset') ?? '')
  return key && { ...key, browser: digestOf(key.secret) }
}
