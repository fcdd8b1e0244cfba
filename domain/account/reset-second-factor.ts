import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, personId } from './account.ts'
import { onlyExisting } from './suspend-account.ts'

/** Turns off the second factor of another person, who has lost their device and their recovery codes. */
export const resetSecondFactor = accountCommand({
  roles: ['admin'],
  forbidden: 'Only admins can turn off two-step verification',
  input: z.object({ personId }),
  success: 'Two-step verification turned off. They can set it up again.',
  decide(account, { personId }, { by }) {
    onlyExisting(account)
    if (personId === by.id) throw new Refusal('Turn off your own in your settings')
    return account.secondFactor ? [{ type: 'SecondFactorDisabled', data: {} }] : []
  },
})
