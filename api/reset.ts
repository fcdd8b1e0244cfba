import type { CookieOptions } from 'express'
import { accounts } from '#domain/account/account.ts'
import { changePassword, wrongPassword } from '#domain/account/change-password.ts'
import { isPersonal, tooPersonal } from '#domain/account/password.ts'
import { codeLasts, requestPasswordReset } from '#domain/account/request-password-reset.ts'
import { isGranted, notGranted, resetPassword } from '#domain/account/reset-password.ts'
import { noCode, tryResetCode, wrongCode } from '#domain/account/try-reset-code.ts'
import { Invalid, NotAllowed, Refusal } from '#domain/action.ts'
import { whenAvailable } from '#infra/unavailable.ts'
import type { Routes } from './http/router.ts'
import { resetMail } from './mails.ts'
import type { Parts } from './parts.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { accountKeyIn, cookieIn, digestOf, keyedDigest, newCode, newSecret } from './secrets.ts'
import { accountIdOf } from './session.ts'

/** A password forgotten, in three steps and one browser; and a new one for those who know theirs. */
export function resetRoutes({ handler, settings, mailer, log, now, secret: serverSecret }: Parts) {
  /** Keyed: whoever read the store and asked for the code, and so has the browser's secret, could try all six digits. */
  const codeHashOf = keyedDigest(serverSecret, 'one-time code')
  const cookie: CookieOptions = { httpOnly: true, secure: settings.production, sameSite: 'strict', path: '/api' }

  return {
    async requestOtp({ body, response, execute }) {
      const id = accountIdOf(body.email)
      const [secret, code] = [newSecret(), newCode()]
      const asked = { browser: digestOf(secret), codeHash: codeHashOf(secret, code) }
      const { message, events } = await execute(requestPasswordReset, id, asked)
      const [recorded] = events
      const repeated = recorded?.type === 'PasswordResetRequested' && recorded.data.browser !== asked.browser
      if (repeated) return { message } // the code of the first request is on its way
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

    async checkOtp({ body, request, execute }) {
      const asking = askingBrowser(request.headers.cookie)
      if (!asking) throw new Refusal(noCode)
      const { id, secret, browser } = asking
      const tried = { browser, codeHash: codeHashOf(secret, body.OneTimePassword) }
      const { message, events } = await execute(tryResetCode, id, tried)
      if (events.some(({ type }) => type === 'PasswordResetCodeTried')) {
        throw new Invalid({ OneTimePassword: wrongCode }, wrongCode, { otpMatched: false })
      }
      const { state: account } = await handler.folded(accounts, id)
      return { otpMatched: true, email: account.email, message }
    },

    async updatePassword({ body: { email, password }, request, response, execute }) {
      const asking = askingBrowser(request.headers.cookie)
      if (asking?.id !== accountIdOf(email)) throw new NotAllowed(notGranted)
      const { id, browser } = asking
      const { state: account } = await handler.folded(accounts, id)
      // Looked at before the work of hashing, and again when it is decided.
      if (!isGranted(account, browser, new Date(now()).toISOString())) throw new NotAllowed(notGranted)
      if (isPersonal(password, account)) throw new Invalid({ password: tooPersonal })
      const chosen = { browser, passwordHash: await hashPassword(password) }
      const { message } = await execute(resetPassword, id, chosen)
      response.clearCookie('reset', cookie)
      return { message }
    },

    async changePassword({ person, account, session, body, execute }) {
      const checked = account.passwordHash
      if (!(await passwordFits(checked, body.current))) throw new Invalid({ current: wrongPassword })
      if (isPersonal(body.password, account)) throw new Invalid({ password: tooPersonal })
      const chosen = { session, checked, passwordHash: await hashPassword(body.password) }
      const { message } = await execute(changePassword, person.id, chosen)
      return { message }
    },
  } satisfies Partial<Routes>
}

/** The account a browser asked a code for, and the browser as events know it. */
function askingBrowser(header: string | undefined) {
  const key = accountKeyIn(cookieIn(header, 'reset') ?? '')
  return key && { ...key, browser: digestOf(key.secret) }
}
