import { z } from 'zod'
import { defineEvent, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { role } from '#domain/contract/schemas.ts'
import { onOneLine, plain } from '#domain/one-line.ts'
import { funnelTicket } from '#domain/site/steps.ts'
import {
  type Account,
  accountCommand,
  device,
  initial,
  isRegistered,
  passwordHash,
  refuseWhileErasing,
  session,
} from './account.ts'
import { begins } from './log-in.ts'
import { isPersonal, password, tooPersonal } from './password.ts'

/** The error message for what is no phone number. */
export const phoneWanted = 'Please enter a phone number. Outside India, include the country code (+44 …).'

export const name = onOneLine(
  z
    .string('Please enter your name')
    .trim()
    .max(120, 'Please use at most 120 characters')
    .regex(/(?!\p{DI})[\p{L}\p{N}]/u, 'Please enter your name'),
  'Please remove the line breaks from your name',
)
export const email = plain(z.string('Please enter your email address'))
  .toLowerCase()
  .max(254, 'Please enter an email address')
  .pipe(z.email('Please enter an email address'))
  .meta({ format: 'email' })
/** Whether its digits are a number of that country is looked at by the route. */
export const phone = plain(z.string('Please enter your phone number'))
  .min(1, 'Please enter your phone number')
  .max(32, 'Please enter a phone number')
  .regex(/^\+?([\s().-]*\d){7,17}[\s().-]*$/, phoneWanted)

/** The body of the register form. The route brings the phone number into E.164. */
export const registration = z
  .object({ name, email, phone, password })
  .refine((form) => !isPersonal(form.password, form), { path: ['password'], error: tooPersonal })

/** The error message when an address is taken. */
export const accountExists = 'There is already an account with this email address. Log in instead.'

/** The same, for a person who has another account. */
export const addressTaken = 'Another account uses this email address. Please choose another one.'

/** `addressProven`: the account was made behind a link that was mailed to its address. An account without a password’s hash is not registered. */
export const AccountRegistered = defineEvent(
  'AccountRegistered',
  {
    name: personal(z.string(), 'erased'),
    email: personal(z.string(), ''),
    phone: personal(z.string(), ''),
    role,
    passwordHash: personal(z.string(), ''),
    addressProven: z.literal(true).optional(),
  },
  {
    kind: 'accounts.people',
    sentence: ({ role }) => `Registered as ${role === 'admin' ? 'an admin' : 'a client'}`,
    apply(account: Account, data, { at }) {
      const { resets, codesRequested, codesTried, invitation, erasures } = account
      // Who only typed the address does not use up what was mailed to it.
      const open = invitation && !data.addressProven && data.role === 'client' ? { invitation } : {}
      const before = { resets, codesRequested, codesTried, ...(erasures ? { erasures } : {}) }
      const ended = isRegistered(account) ? { keysEnded: [{ from: '', to: at }] } : {}
      return { ...initial, ...before, ...open, ...ended, ...data, activeSince: at }
    },
  },
)

/** Makes an account. The password arrives hashed; a session begins at once when one is given. */
export const register = accountCommand(
  'register',
  z.object({ name, email, phone, role, passwordHash, session: session.optional(), device }),
  {
    summary: 'Register a client and log in',
    call: 'POST /api/register',
    logged: { login: 'registered' },
    route: () => ({
      roles: 'anyone',
      limit: 'register',
      // A visitor who comes out of the funnel brings the ticket of its last step.
      body: registration.safeExtend({ ticket: funnelTicket.optional() }),
      status: 201,
      problems: [409],
    }),
    success: 'Welcome. Your account is ready.',
    decide(account, { session, device, ...data }) {
      refuseWhileErasing(account)
      if (isRegistered(account) || account.addressGivenUp) throw new Refusal(accountExists)
      return [AccountRegistered(data), ...(session ? [begins(session, device)] : [])]
    },
  },
)
