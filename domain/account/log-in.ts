import { z } from 'zod'
import { Refusal } from '../action.ts'
import { accountAction, isOpen, isRegistered, session } from './account.ts'

/** What the login form sends. */
export const credentials = z.object({
  email: z
    .string('Please enter your email address')
    .trim()
    .toLowerCase()
    .min(1, 'Please enter your email address')
    .max(254, 'Please enter your email address'),
  password: z
    .string('Please enter your password')
    .min(1, 'Please enter your password')
    .max(256, 'At most 256 characters, please'),
})

/** Begins a session, once whoever receives the credentials has checked them. */
export const logIn = accountAction({
  input: z.object({ session }),
  done: 'Welcome back',
  decide(account, { session }, { at }) {
    if (!isRegistered(account)) throw new Refusal('There is no such account')
    return isOpen(account, session, Date.parse(at)) ? [] : [{ type: 'LoggedIn', data: { session } }]
  },
})
