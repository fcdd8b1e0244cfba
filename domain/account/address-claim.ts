import { z } from 'zod'
import { commandsOn, defineAggregate, defineCommand, defineEvent, personal } from '#domain/action.ts'
import { personId } from './account.ts'

/**
 * The id of the account that an email address leads to; empty while it leads to none, or to one that was erased. `before`
 * has those that it led to; first and in between the empty id of no account.
 */
export type AddressClaim = { account: string; before: string[] }

/** Once the account of a claim cannot be read any more, the address is free. */
const AddressClaimed = defineEvent(
  'AddressClaimed',
  { account: personal(z.string(), '') },
  {
    kind: 'accounts.logins',
    sentence: 'Assigned an email address to an account',
    apply: ({ account, before }: AddressClaim, claim): AddressClaim => ({ ...claim, before: [...before, account] }),
  },
)

/**
 * One stream an email address, named by a keyed digest of it: of two who take an address at once the store accepts one. Whether
 * the account still has the address, the account says (`keepsAddress`): a claim alone keeps no one else out.
 */
export const addressClaims = defineAggregate({
  name: 'address',
  initial: { account: '', before: [] },
  events: { AddressClaimed },
})

export const addressCommands = commandsOn(addressClaims, {
  /** Leads an address to no account: its account is erased. */
  releaseAddress: defineCommand('releaseAddress', z.object({}), {
    roles: ['admin'],
    success: 'Released',
    decide: ({ account }: AddressClaim) => (account === '' ? [] : [AddressClaimed({ account: '' })]),
  }),
  /** Leads an address to an account from now on, whomever it led to before: the caller has made sure that it is free. */
  claimAddress: defineCommand('claimAddress', z.object({ account: personId }), {
    roles: ['admin'],
    success: 'Claimed',
    decide: (claim: AddressClaim, { account }) => (claim.account === account ? [] : [AddressClaimed({ account })]),
  }),
})
