import { z } from 'zod'
import { NotAllowed, NotFound, Refusal } from '../command.ts'
import { accountCommand, isRegistered, personId } from './account.ts'
import { email } from './register.ts'

/** The person who asks shows once more that it is them: with the password they log in with. */
export const ownPassword = z.string('Please enter your password').min(1, 'Please enter your password').max(256)

/** What is typed before a person is erased: their email address, so that no one is erased by a slip. */
export const erasureConfirmation = z.object({ password: ownPassword, confirmation: email })

/** The error message when another address was typed than that of whoever is to be erased. */
export const otherAddress = 'This is not the address of whoever is to be erased'

/** The error message where a person's events are stored in clear: an event is never changed, so that they could not go. */
export const notSealed =
  'What is known of them was recorded before personal data was sealed. The operator moves it first: npm run migrate.'

/** The error message for a client who still has open projects. */
export const stillOpen = 'You have an open project. It has to be completed or cancelled first; your agency can do that.'

/**
 * Begins to erase a person: their account ends at once, and all that is personal of them goes in the background. A client
 * erases themselves, an admin erases clients, leads, and admins who were removed. `openOrders` is how many open orders the
 * person has, `asked` whether there is a lead of their address.
 */
export const eraseAccount = accountCommand({
  input: z.object({ personId, openOrders: z.int(), asked: z.boolean() }),
  success: 'Everything personal is being erased.',
  decide(account, { personId, openOrders, asked }, { by }) {
    if (by.role !== 'admin' && by.id !== personId) throw new NotAllowed('Only an admin erases other people')
    if (account.erasing !== undefined) return []
    if (!isRegistered(account) && !account.invitation && !asked) throw new NotFound('There is no such person')
    if (account.role === 'admin' && isRegistered(account) && account.removed === undefined) {
      throw new Refusal('An admin is removed first, and erased then')
    }
    if (by.id === personId && openOrders > 0) throw new Refusal(stillOpen)
    return [{ type: 'AccountErased', data: {} }]
  },
})
