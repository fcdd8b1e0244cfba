import { z } from 'zod'
import { accountAction, session } from './account.ts'

/** What the login form sends. */
export const credentials = z.object({
  email: z
    .string('Please enter your email address')
    .trim()
    .toLowerCase()
    .min(1, 'Please enter your email address')
    .max(254),
  password: z.string('Please enter your password').min(1, 'Please enter your password').max(256),
})

/** Begins a session, once whoever receives the credentials has checked them. */
export const logIn = accountAction({
  input: z.object({ session }),
  done: 'Welcome back',
  decide: (account, { session }) => (account.sessions[session] ? [] : [{ type: 'LoggedIn', data: { session } }]),
})
