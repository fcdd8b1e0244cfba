import { z } from 'zod'
import { hasChanges, nothingToChange, withChanges } from '../changes.ts'
import { accountCommand } from './account.ts'
import { name, phone } from './register.ts'

/**
 * Changes what a person is called and where they are called; what is left out stays as it is. The phone number arrives
 * as E.164.
 */
export const changeProfile = accountCommand({
  input: z.object({ name: name.optional(), phone: phone.optional() }).refine(hasChanges, nothingToChange),
  success: 'Profile updated',
  decide({ name, phone }, changes) {
    const before = { name, phone }
    const profile = withChanges(before, changes)
    return profile === before ? [] : [{ type: 'ProfileChanged', data: profile }]
  },
})
