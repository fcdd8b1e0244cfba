import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, personId } from './account.ts'
import { onlyExisting } from './suspend-account.ts'

/** Turns off the second factor of another person, who has lost their device and their recovery codes. */
export const resetSecondFactor = accountCommand({
  roles: ['admin'],
  forbidden: 'Only an admin resets a second factor',
  input: z.object({ personId }),
  success: 'Their second factor is off: they log in with their password, and can set it up again',
  decide(account, { personId }, { by }) {
    onlyExisting(account)
    if (personId === by.id) throw new Refusal('Turn your own off in your settings, with a code')
    return account.secondFactor ? [{ type: 'SecondFactorDisabled', data: {} }] : []
  },
})
