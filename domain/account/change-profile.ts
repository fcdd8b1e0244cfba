import { z } from 'zod'
import { accountAction } from './account.ts'
import { name, phone } from './register.ts'

/** Changes what a person is called and where they are called. The phone number arrives as E.164. */
export const changeProfile = accountAction({
  input: z.object({ name, phone }),
  done: 'Profile updated',
  decide: (account, { name, phone }) =>
    account.name === name && account.phone === phone ? [] : [{ type: 'ProfileChanged', data: { name, phone } }],
})
