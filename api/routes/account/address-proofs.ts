import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import type { AppContext } from '#api/app-context.ts'
import { linkOrigin, mailOrigin } from '#api/http/origin.ts'
import { type Account, nameInMail } from '#domain/account/account.ts'
import { addressProofLifetime } from '#domain/account/prove-address.ts'
import { addressProofs } from '#infra/address-proof.ts'
import { retryWhileUnavailable } from '#infra/unavailable.ts'

export type AddressProofs = ReturnType<typeof createAddressProofs>

/** The links and codes by which people show that an address is theirs. */
export function createAddressProofs({ mailer, compose, settings, secret, log, now }: AppContext) {
  const { tokenFor, isGood } = addressProofs(secret)
  return {
    /** Whether a link is this account's, and good now. */
    isGood: (token: string, accountId: string) => isGood(token, accountId, now()),

    /**
     * Mails a link to the address of an account; once by its `key`, if it has one. Throws `Unavailable`,
     * `MailRefused`, and `Refusal` where it would lead nowhere.
     */
    async send(account: Account, accountId: string, request: Request, key?: string): Promise<void> {
      const origin = linkOrigin(request, settings)
      const link = `${origin}/confirm-address/${tokenFor(accountId, now() + addressProofLifetime)}`
      const mail = await compose('confirmAddress', { name: nameInMail(account), link }, origin)
      await mailer.send({ to: account.email, ...mail, key }, { awaited: true })
    },

    /**
     * Mails a code to the account that `find` comes to, if any, as long as the code is good (milliseconds). All of it is
     * done after the answer, which must not take longer when there is an account to mail. `failed` is called once it is
     * given up.
     */
    mailCode(
      mail: 'resetCode' | 'deviceCode',
      find: () => Promise<Account | undefined>,
      { code, lifetime, request, failed }: { code: string; lifetime: number; request: Request; failed?: () => void },
    ): void {
      const origin = mailOrigin(request, settings) ?? ''
      const key = randomUUID() // what is tried again is the same mail: the first may have arrived
      const send = async () => {
        const account = await find()
        if (!account) return
        const content = await compose(mail, { name: nameInMail(account), code }, origin)
        await mailer.send({ to: account.email, ...content, key })
      }
      setImmediate(() => {
        const sent = retryWhileUnavailable(send, AbortSignal.timeout(lifetime))
        sent.catch((error) => {
          log.error({ err: error }, 'a code could not be sent')
          failed?.()
        })
      })
    },
  }
}
