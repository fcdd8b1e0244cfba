import { z } from 'zod'
import { Refusal } from '../command.ts'
import { onOneLine } from '../one-line.ts'
import { accountCommand, begins, device, isRegistered, passwordHash, session } from './account.ts'
import { onlyUnlessBeingErased } from './being-erased.ts'
import { isPersonal, password, tooPersonal } from './password.ts'

/** The error message for what is no phone number. */
export const phoneWanted = 'Please enter a phone number. Outside India, include the country code (+44 …).'

export const name = onOneLine(
  z
    .string('Please enter your name')
    .trim()
    .max(120, 'Please use at most 120 characters')
    .regex(/[\p{L}\p{N}]/u, 'Please enter your name'),
  'Please remove the line breaks from your name',
)
export const email = z
  .string('Please enter your email address')
  .trim()
  .toLowerCase()
  .max(254, 'Please enter an email address')
  .pipe(z.email('Please enter an email address'))
  .meta({ format: 'email' })
/** Whether its digits are a number of that country is looked at by the route. */
export const phone = z
  .string('Please enter your phone number')
  .trim()
  .min(1, 'Please enter your phone number')
  .max(32, 'Please enter a phone number')
  .regex(/^\+?([\s().-]*\d){7,17}[\s().-]*$/, phoneWanted)

/** What the register form sends. The route brings the phone number into E.164. */
export const registration = z
  .object({ name, email, phone, password })
  .refine((form) => !isPersonal(form.password, form), { path: ['password'], error: tooPersonal })

/** The error message when an address is taken. */
export const accountExists = 'There is already an account with this email address. Log in instead.'

/** Makes an account. The password arrives hashed; a session begins at once when one is given. */
export const register = accountCommand({
  input: z.object({
    name,
    email,
    phone,
    role: z.enum(['client', 'admin']),
    passwordHash,
    session: session.optional(),
    device,
  }),
  success: 'Welcome. Your account is ready.',
  decide(account, { session, device, ...data }) {
    onlyUnlessBeingErased(account)
    if (isRegistered(account) || account.addressGivenUp) throw new Refusal(accountExists)
    return [{ type: 'AccountRegistered', data }, ...(session ? [begins(session, device)] : [])]
  },
})
