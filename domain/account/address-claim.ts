import { z } from 'zod'
import type { Command } from '../command.ts'
import type { Aggregate, Event, Recorded } from '../event.ts'
import { personId } from './account.ts'

export type AddressClaimEvent = Event<'AddressClaimed', { account: string }>

/** The id of the account that an email address leads to; empty while it leads to none, or to one that was erased. */
type AddressClaim = { account: string }

/**
 * One stream an email address, named by a keyed digest of it: of two who take an address at once the store accepts one. Whether
 * the account still has the address, the account says (`holdsAddress`): a claim alone keeps nobody out.
 */
export const addressClaims: Aggregate<AddressClaim, AddressClaimEvent> = {
  name: 'address',
  initial: { account: '' },
  evolve(_claim: AddressClaim, { type, data }: Recorded<AddressClaimEvent>): AddressClaim {
    switch (type) {
      case 'AddressClaimed':
        return data
    }
  },
}

/** Leads an address to nobody: its account is erased. */
export const releaseAddress: Command<AddressClaim, AddressClaimEvent, {}> = {
  aggregate: addressClaims,
  roles: ['admin'],
  input: z.object({}),
  success: 'Released',
  decide: ({ account }) => (account === '' ? [] : [{ type: 'AddressClaimed', data: { account: '' } }]),
}

/** Leads an address to an account from now on, whomever it led to before: the caller has made sure that it is free. */
export const claimAddress: Command<AddressClaim, AddressClaimEvent, { account: string }> = {
  aggregate: addressClaims,
  roles: ['admin'],
  input: z.object({ account: personId }),
  success: 'Claimed',
  decide: (claim, { account }) => (claim.account === account ? [] : [{ type: 'AddressClaimed', data: { account } }]),
}
