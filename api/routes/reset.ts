import type { CookieOptions } from 'express'
import { accounts, nameInMail } from '#domain/account/account.ts'
import { changePassword, wrongPassword } from '#domain/account/change-password.ts'
import { codeLifetime, requestPasswordReset } from '#domain/account/request-password-reset.ts'
import { isGranted, notGranted, resetPassword } from '#domain/account/reset-password.ts'
import { noCode, tryResetCode, wrongCode } from '#domain/account/try-reset-code.ts'
import { Invalid, NotAllowed, Refusal } from '#domain/command.ts'
import { agencies, agencyId, agencyName } from '#domain/settings/agency.ts'
import { loadUsable } from '#infra/events/load-usable.ts'
import { retryWhileUnavailable } from '#infra/unavailable.ts'
import type { AppContext } from '../app-context.ts'
import { mailOrigin } from '../http/origin.ts'
import type { Routes } from '../http/router.ts'
import { hashPassword, passwordFits, refuseGuessable } from '../passwords.ts'
import { accountKeyIn, cookieIn, digestOf, keyedDigest, newCode, newSecret } from '../secrets.ts'

/** The reset of a forgotten password, in three steps and one browser; and the change of a known one. */
export function resetRoutes({
  handler,
  addresses,
  settings,
  mailer,
  compose,
  log,
  now,
  secret: serverSecret,
}: AppContext) {
  /** Keyed: an attacker who can read the store and has the browser's secret could otherwise try all six digits. */
  const codeHashOf = keyedDigest(serverSecret, 'one-time code')
  const cookie: CookieOptions = { httpOnly: true, secure: settings.production, sameSite: 'strict', path: '/api' }

  const agencyNameNow = async () => agencyName((await loadUsable(handler, agencies, agencyId)).state)

  return {
    async requestOtp({ body, request, response, execute }) {
      const id = await addresses.idFor(body.email)
      const [secret, code] = [newSecret(), newCode()]
      const input = { browser: digestOf(secret), codeHash: codeHashOf(secret, code) }
      const { message, events } = await execute(requestPasswordReset, id, input)
      const [recorded] = events
      const repeated = recorded?.type === 'PasswordResetRequested' && recorded.data.browser !== input.browser
      if (repeated) return { message } // the code of the first request is on its way
      const { state: account } = await handler.load(accounts, id)
      // After the answer, which must not take longer when there is an account to mail.
      if (account.email) {
        const origin = mailOrigin(request, settings) ?? ''
        const sendCode = async () =>
          mailer.send({
            to: account.email,
            ...(await compose('resetCode', { name: nameInMail(account), code }, origin)),
          })
        setImmediate(() => {
          const sent = retryWhileUnavailable(sendCode, AbortSignal.timeout(codeLifetime))
          sent.catch((error) => log.error({ err: error }, 'an OTP could not be sent'))
        })
      }
      response.cookie('reset', `${id}.${secret}`, { ...cookie, maxAge: 2 * codeLifetime })
      return { message }
    },

    async checkOtp({ body, request, execute }) {
      const browserCookie = browserOf(request.headers.cookie)
      if (!browserCookie) throw new Refusal(noCode)
      const { id, secret, browser } = browserCookie
      const tried = { browser, codeHash: codeHashOf(secret, body.OneTimePassword) }
      const { message, events } = await execute(tryResetCode, id, tried)
      if (events.some(({ type }) => type === 'PasswordResetCodeTried')) {
        throw new Invalid({ OneTimePassword: wrongCode }, wrongCode, { otpMatched: false })
      }
      const { state: account } = await handler.load(accounts, id)
      return { otpMatched: true, email: account.email, message }
    },

    async updatePassword({ body: { email, password }, request, response, execute }) {
      const browserCookie = browserOf(request.headers.cookie)
      if (browserCookie?.id !== (await addresses.idFor(email))) throw new NotAllowed(notGranted)
      const { id, browser } = browserCookie
      const { state: account } = await handler.load(accounts, id)
      // Looked at before the work of hashing, and again when it is decided.
      if (!isGranted(account, browser, new Date(now()).toISOString())) throw new NotAllowed(notGranted)
      await refuseGuessable(password, account, await agencyNameNow())
      const chosen = { browser, passwordHash: await hashPassword(password) }
      const { message } = await execute(resetPassword, id, chosen)
      response.clearCookie('reset', cookie)
      return { message }
    },

    async changePassword({ person, account, session, body, execute }) {
      const checked = account.passwordHash
      if (!(await passwordFits(checked, body.current))) throw new Invalid({ current: wrongPassword })
      await refuseGuessable(body.password, account, await agencyNameNow())
      const chosen = { session, checked, passwordHash: await hashPassword(body.password) }
      const { message } = await execute(changePassword, person.id, chosen)
      return { message }
    },
  } satisfies Partial<Routes>
}

/** The account a browser asked a code for, and the browser as events know it. */
function browserOf(header: string | undefined) {
  const key = accountKeyIn(cookieIn(header, 'reset') ?? '')
  return key && { ...key, browser: digestOf(key.secret) }
}
