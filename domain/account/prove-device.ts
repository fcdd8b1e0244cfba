import { z } from 'zod'
import { Refusal } from '../command.ts'
import { accountCommand, digest, isRegistered } from './account.ts'
import { email } from './register.ts'

/** In milliseconds, how long one code is mailed for; it is good until the end of the next such interval. */
export const deviceCodeInterval = 10 * 60 * 1000

export const deviceCodeRequest = z.object({ email })

/** What the page that asked for a code sends: ten letters and digits. Spaces and hyphens do not count. */
export const enteredDeviceCode = deviceCodeRequest.extend({
  code: z
    .string('Please enter the code')
    .max(64, 'Please enter the code')
    .transform((entered) => entered.replace(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().regex(/^[A-Z2-7]{10}$/, 'Please enter the 10 letters and digits of the code')),
})

/** The error messages when a code is wrong, and when it has proven another device. */
export const wrongDeviceCode =
  'This code is wrong, has expired, or belongs to another browser. Check the latest email and try again.'
export const usedDeviceCode = 'This code was already used. Please ask for a new one in 10 minutes.'

/** Records that a code from a mail was entered, once the route has compared it. Each code proves one device. */
export const proveDevice = accountCommand({
  input: z.object({ code: digest }),
  success: 'This device is confirmed. You can log in now.',
  decide(account, { code }) {
    if (!isRegistered(account)) throw new Refusal(wrongDeviceCode)
    if (account.deviceCodes?.includes(code)) throw new Refusal(usedDeviceCode)
    return [{ type: 'DeviceProven', data: { code } }]
  },
})
