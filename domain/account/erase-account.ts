import { z } from 'zod'
import { defineEvent, noData } from '#domain/action.ts'
import { NotAllowed, NotFound, Refusal } from '#domain/command.ts'
import { plural } from '#domain/count.ts'
import {
  type Account,
  accountCommand,
  enteredPassword,
  initial,
  isAddressProven,
  isRegistered,
  personId,
} from './account.ts'
import { email } from './register.ts'

/** The confirmation before a person is erased: their email address is typed, so that no one is erased by a slip. */
export const erasureConfirmation = z.object({ password: enteredPassword, confirmation: email })

export type ErasureConfirmation = z.infer<typeof erasureConfirmation>

/** The error message when another address was typed than that of the account to erase. */
export const otherAddress = 'This is not the email address of the account to delete'

/** The error message where a person's events are stored in clear: an event is never changed, so that they could not go. */
export const notSealed =
  'This data was recorded before encryption was introduced. The operator must run `npm run migrate` first.'

/** The account’s personal data is to be erased everywhere, and the account cannot be used any more. */
export const AccountErased = defineEvent('AccountErased', noData, {
  kind: 'accounts.people',
  sentence: 'Requested deletion of all personal data',
  apply: ({ role, erasures = 0 }: Account, _, { at }) => ({ ...initial, role, erasures: erasures + 1, erasing: at }),
})

/** All of that is gone. An account that is registered with the address from now on is a new person's. */
export const ErasureCompleted = defineEvent('ErasureCompleted', noData, {
  kind: 'accounts.people',
  sentence: 'All personal data was deleted',
  apply: ({ erasing: _, ...account }: Account, __, { at }): Account => ({ ...account, erased: at }),
})

/**
 * Why a person cannot erase themselves, if they cannot: open projects, or a lead or an invitation at an address that they may
 * only have typed.
 */
export function whyNotErasedByHolder(
  account: Account,
  { openOrders, isLead }: { openOrders: number; isLead: boolean },
): string | undefined {
  if (openOrders > 0)
    return plural(
      openOrders,
      'To delete your account, ask us to complete or cancel your open project first.',
      'To delete your account, ask us to complete or cancel your {n} open projects first.',
    )
  const isFromBefore = isLead || account.invitation !== undefined
  return isFromBefore && !isAddressProven(account)
    ? 'To delete your account, please confirm your email address first.'
    : undefined
}

/**
 * Begins to erase a person: their account ends at once, and all that is personal of them goes in the background. A client
 * erases themselves, an admin erases clients, leads, and admins who were removed. `openOrders` is how many open orders the
 * person has, `isLead` whether there is a lead of their address.
 */
export const eraseAccount = accountCommand(
  'eraseAccount',
  z.object({ personId, openOrders: z.int(), isLead: z.boolean() }),
  {
    success: 'Your personal data is being deleted.',
    decide(account, { personId, openOrders, isLead }, { by }) {
      if (by.role !== 'admin' && by.id !== personId) throw new NotAllowed('Only admins can delete other people’s data')
      if (account.erasing !== undefined) return []
      if (!isRegistered(account) && !account.invitation && !isLead) throw new NotFound('This person doesn’t exist')
      if (account.role === 'admin' && isRegistered(account) && account.removed === undefined) {
        throw new Refusal('Remove this admin first, then delete their data')
      }
      const refusal = by.id === personId ? whyNotErasedByHolder(account, { openOrders, isLead }) : undefined
      if (refusal) throw new Refusal(refusal)
      return [AccountErased({})]
    },
  },
)

/** Records that nothing personal is left of a person who is being erased. */
export const completeErasure = accountCommand('completeErasure', z.object({}), {
  roles: ['admin'],
  success: 'Data deleted',
  decide: ({ erasing }) => (erasing === undefined ? [] : [ErasureCompleted({})]),
})

/** Erases someone without a request: a restored backup has brought them back, or nothing shows them any more. */
export const replayErasure = accountCommand('replayErasure', z.object({}), {
  roles: ['admin'],
  success: 'Data deleted again',
  decide: ({ erasing }) => (erasing === undefined ? [AccountErased({})] : []),
})
