import { z } from 'zod'
import { clear, defineEvent } from '#domain/action.ts'
import { WrongLink } from '#domain/command.ts'
import { type Account, accountCommand, digest, isRegistered } from './account.ts'
import { email } from './register.ts'

/** How long one code is mailed for, in milliseconds; it is good until the end of the next such interval. */
export const deviceCodeInterval = 10 * 60 * 1000

export const deviceCodeRequest = z.object({ email })

/** The body of the page that requested a code: ten letters and digits. Spaces and hyphens do not count. */
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
const usedDeviceCode = 'This code was already used. Please ask for a new one in 10 minutes.'

/** Only the codes of this interval and the one before are good: older ones that were used may be forgotten. */
const maxDeviceCodes = 3

/** The code that was mailed to its address was entered in the browser that had requested it. `code` is its digest. */
export const DeviceProven = defineEvent(
  'DeviceProven',
  { code: clear(z.string()) },
  {
    kind: 'accounts.logins',
    sentence: 'Confirmed a device with an email code',
    apply: (account: Account, { code }) => ({
      ...account,
      deviceCodes: [...(account.deviceCodes ?? []), code].slice(-maxDeviceCodes),
    }),
  },
)

/** Records that a code from a mail was entered, once the route has compared it. Each code proves one device. */
export const proveDevice = accountCommand('proveDevice', z.object({ code: digest }), {
  summary: 'Confirm this device with the code, in the browser that asked for it',
  call: 'POST /api/prove-device',
  logged: { account: 'confirmed a device' },
  route: () => ({ roles: 'anyone', limit: 'proof', body: enteredDeviceCode, problems: [409] }),
  success: 'This device is confirmed. You can log in now.',
  decide(account, { code }) {
    if (!isRegistered(account)) throw new WrongLink(wrongDeviceCode)
    if (account.deviceCodes?.includes(code)) throw new WrongLink(usedDeviceCode)
    return [DeviceProven({ code })]
  },
})
