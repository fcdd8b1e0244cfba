import { z } from 'zod'
import { defineEvent, personal } from '#domain/action.ts'
import { hasChanges, nothingToChange, withChanges } from '#domain/command.ts'
import { changed, wireEvent } from '#domain/contract/schemas.ts'
import { type Account, accountCommand } from './account.ts'
import { name, phone } from './register.ts'

export const ProfileChanged = defineEvent(
  'ProfileChanged',
  { name: personal(z.string(), 'erased'), phone: personal(z.string(), '') },
  {
    kind: 'accounts.people',
    sentence: 'Changed the name or phone number',
    apply: (account: Account, profile) => ({ ...account, ...profile }),
  },
)

const input = z.object({ name: name.optional(), phone: phone.optional() }).refine(hasChanges, nothingToChange)

/**
 * Changes what a person is called and where they are called; what is left out stays as it is. The phone number arrives
 * as E.164.
 */
export const changeProfile = accountCommand('updateProfile', input, {
  summary: 'Change name and phone number',
  call: 'PUT /api/update-profile',
  route: () => ({
    body: input,
    ifMatch: true,
    answer: changed(wireEvent('ProfileEvent', { ProfileChanged: ProfileChanged.schema })),
  }),
  success: 'Profile updated',
  decide({ name, phone }, changes) {
    const before = { name, phone }
    const profile = withChanges(before, changes)
    return profile === before ? [] : [ProfileChanged(profile)]
  },
})
