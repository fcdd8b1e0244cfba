import type { AppContext } from '#api/app-context.ts'
import { attemptsId } from '#api/http/devices.ts'
import type { Routes } from '#api/http/router.ts'
import { accountKeyIn, digestOf, keyedDigest, newCode } from '#api/secrets.ts'
import { isActive } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { isGranted, notGranted } from '#domain/account/change-password.ts'
import { codeLifetime } from '#domain/account/request-password-reset.ts'
import { noCode, wrongCode } from '#domain/account/try-reset-code.ts'
import { NotAllowed, WrongCredential, WrongLink } from '#domain/command.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import { newSecret } from '#infra/secret.ts'
import type { AddressProofs } from './address-proofs.ts'
import { hashPassword, refuseGuessable, requirePassword } from './passwords.ts'

/** The reset of a forgotten password, in three steps and one browser; and the change of a known one. */
export function resetRoutes(
  { handler, addresses, sessions, now, secret: serverSecret }: AppContext,
  { proofs }: { proofs: AddressProofs },
) {
  /** Keyed: an attacker who can read the store and has the browser's secret could otherwise try all six digits. */
  const codeHashOf = keyedDigest(serverSecret, 'one-time code')
  const secretOf = keyedDigest(serverSecret, 'browser of a reset')
  const { cookies } = sessions

  return {
    async requestOtp({ body, device, request, response, execute }) {
      const id = await addresses.idFor(body.email)
      const key = request.get('Idempotency-Key') ?? ''
      // The request repeated gets its cookie again, whose answer may have been lost. A key that can be guessed does not.
      const secret = key.length >= 32 ? secretOf(id, key) : newSecret()
      const code = newCode()
      const input = { browser: digestOf(secret), codeHash: codeHashOf(secret, code), deviceId: attemptsId(device) }
      const { message, events } = await execute(accountCommands.requestPasswordReset, id, input)
      const [recorded] = events
      if (recorded?.type !== 'PasswordResetRequested' || recorded.data.browser !== input.browser) return { message }
      cookies.write(response, 'reset', `${id}.${secret}`, 2 * codeLifetime, 'strict')
      if (recorded.data.codeHash !== input.codeHash) return { message } // the code of the first request is on its way
      const find = async () => {
        const { state: account } = await handler.load(accounts, id)
        return isActive(account) ? account : undefined
      }
      proofs.mailCode('resetCode', find, { code, lifetime: codeLifetime, request })
      return { message }
    },

    async checkOtp({ body, device, request, execute }) {
      const browserCookie = browserOf(cookies.read(request.headers.cookie, 'reset'))
      if (!browserCookie) throw new WrongLink(noCode)
      const { id, secret, browser } = browserCookie
      const tried = { browser, codeHash: codeHashOf(secret, body.OneTimePassword), deviceId: attemptsId(device) }
      const { message, events } = await execute(accountCommands.tryResetCode, id, tried)
      if (events.some(({ type }) => type === 'PasswordResetCodeTried')) {
        throw new WrongCredential({ OneTimePassword: wrongCode }, wrongCode, { otpMatched: false })
      }
      const { state: account } = await handler.load(accounts, id)
      return { otpMatched: true, email: account.email, message }
    },

    async updatePassword({ body: { email, password }, request, response, execute, recorded }) {
      const browserCookie = browserOf(cookies.read(request.headers.cookie, 'reset'))
      if (browserCookie?.id !== (await addresses.idFor(email))) throw new NotAllowed(notGranted)
      const { id, browser } = browserCookie
      const reset = async () => {
        const { state: account } = await handler.load(accounts, id)
        // Looked at before the work of hashing, and again when it is decided.
        if (!isGranted(account, browser, new Date(now()).toISOString())) throw new NotAllowed(notGranted)
        await refuseGuessable(password, account, agencyName(await loadAgency(handler)))
        return execute(accountCommands.resetPassword, id, { browser, passwordHash: await hashPassword(password) })
      }
      // A repetition of the request has used its grant.
      const repeated = await recorded(accountCommands.resetPassword, id)
      const { message } = await (repeated ?? reset)()
      cookies.clear(response, 'reset')
      return { message }
    },

    async changePassword({ person, account, session, body, response, execute, recorded }) {
      const change = async () => {
        const checked = await requirePassword(account, body.current, 'current')
        await refuseGuessable(body.password, account, agencyName(await loadAgency(handler)))
        const chosen = { session, checked, passwordHash: await hashPassword(body.password) }
        return execute(accountCommands.changePassword, person.id, chosen)
      }
      // A repetition of the request finds the new password in its place.
      const repeated = await recorded(accountCommands.changePassword, person.id)
      const { message, events } = await (repeated ?? change)()
      sessions.renew(response, { person, session }, events)
      return { message }
    },
  } satisfies Partial<Routes>
}

/** The account a browser asked a code for, and the browser as events know it. */
function browserOf(cookie: string | undefined) {
  const key = accountKeyIn(cookie ?? '')
  return key && { ...key, browser: digestOf(key.secret) }
}
