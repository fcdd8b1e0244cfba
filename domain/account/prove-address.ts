import { z } from 'zod'
import { defineEvent, noData } from '#domain/action.ts'
import { WrongLink } from '#domain/command.ts'
import { accountCommand, isAddressProven, isRegistered, proven } from './account.ts'

/** How long the link of a mail can be followed, in milliseconds. */
export const addressProofLifetime = 7 * 24 * 60 * 60 * 1000

/** The error message when a link has expired, was altered, or is not this account's. */
export const noAddressProof = 'This link has expired or belongs to another account. Please ask for a new one.'

/** The body that the page behind the link sends. */
const addressProof = z.object({ token: z.string().max(200) })

/** Its holder followed the link that was mailed to its address. */
export const AddressProven = defineEvent('AddressProven', noData, {
  kind: 'accounts.people',
  sentence: 'Confirmed the email address',
  apply: proven,
})

/**
 * Records that the holder of an account has read a mail at its address, once the route has checked the link. From then on
 * what belonged to the address before is theirs: the lead they were, and their name in mails.
 */
export const proveAddress = accountCommand('proveAddress', z.object({}), {
  summary: 'Confirm the email address with the link from an email',
  call: 'PUT /api/prove-address',
  logged: { account: 'confirmed an email address' },
  route: () => ({ limit: 'code', body: addressProof, problems: [409] }),
  success: 'Thank you. Your email address is confirmed.',
  decide(account) {
    if (!isRegistered(account)) throw new WrongLink(noAddressProof)
    return isAddressProven(account) ? [] : [AddressProven({})]
  },
})
