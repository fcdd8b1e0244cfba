import type { Request } from 'express'
import { type Account, nameInMail } from '#domain/account/account.ts'
import { addressProofLifetime } from '#domain/account/prove-address.ts'
import { addressProofs } from '#infra/address-proof.ts'
import type { AppContext } from './app-context.ts'
import { linkOrigin } from './http/origin.ts'

export type AddressProofs = ReturnType<typeof createAddressProofs>

/** The links by which people show that an address is theirs. */
export function createAddressProofs({ mailer, compose, settings, secret, now }: AppContext) {
  const { tokenFor, isGood } = addressProofs(secret)
  return {
    /** Whether a link is this account's, and good now. */
    isGood: (token: string, accountId: string) => isGood(token, accountId, now()),

    /** Mails a link to the address of an account. Throws `Unavailable`, and `Refusal` where it would lead nowhere. */
    async send(account: Account, accountId: string, request: Request): Promise<void> {
      const origin = linkOrigin(request, settings)
      const link = `${origin}/confirm-address/${tokenFor(accountId, now() + addressProofLifetime)}`
      const mail = await compose('confirmAddress', { name: nameInMail(account), link }, origin)
      await mailer.send({ to: account.email, ...mail }, { awaited: true })
    },
  }
}
