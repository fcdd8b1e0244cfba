import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, isAddressProven, isRegistered } from './account.ts'

/** How long the link of a mail can be followed, in milliseconds. */
export const addressProofLifetime = 7 * 24 * 60 * 60 * 1000

/** The error message when a link has expired, was altered, or is not this account's. */
export const noAddressProof = 'This link has expired or belongs to another account. Please ask for a new one.'

/** What the page behind the link sends. */
export const addressProof = z.object({ token: z.string().max(200) })

/**
 * Records that the holder of an account has read a mail at its address, once the route has checked the link. From then on
 * what belonged to the address before is theirs: the lead they were, and their name in mails.
 */
export const proveAddress = accountCommand({
  input: z.object({}),
  success: 'Thank you. Your email address is confirmed.',
  decide(account) {
    if (!isRegistered(account)) throw new Refusal(noAddressProof)
    return isAddressProven(account) ? [] : [{ type: 'AddressProven', data: {} }]
  },
})
