import { z } from 'zod'
import { NotFound, Refusal } from '../command.ts'
import { accountCommand, isRegistered, personId } from './account.ts'

/**
 * Ends an admin's account for good; what they wrote stays, under their name. Removing is a departure
 * (`departures.ts`): the route records it first.
 */
export const removeAdmin = accountCommand({
  roles: ['admin'],
  forbidden: 'Only admins can remove admins',
  input: z.object({ personId }),
  success: 'Admin removed',
  decide(account, { personId }, { by }) {
    if (!isRegistered(account)) throw new NotFound('This account doesn’t exist')
    if (account.role !== 'admin') throw new Refusal('This is a client. You can suspend them instead.')
    if (personId === by.id) throw new Refusal('You can’t remove yourself. Ask another admin.')
    return account.removed === undefined ? [{ type: 'AdminRemoved', data: {} }] : []
  },
})
