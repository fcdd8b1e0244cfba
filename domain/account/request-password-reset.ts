import { z } from 'zod'
import { TooMany } from '../action.ts'
import { accountAction, after, digest, lastHour } from './account.ts'
import { email } from './register.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long a code can be entered. */
export const codeLasts = 10 * minute
const betweenCodes = 60 * second
const codesAnHour = 5

export const forgotten = z.object({ email })

/**
 * Begins a reset in one browser; the code goes out by mail. Recorded for an address without an account too: the answer,
 * its time and its limits tell nobody who is a client here.
 */
export const requestPasswordReset = accountAction({
  input: z.object({ browser: digest, codeHash: digest }),
  done: 'If there is an account with this email address, an OTP is on its way to it. It is good for ten minutes.',
  decide({ codesAsked }, { browser, codeHash }, { at }) {
    const asked = lastHour(codesAsked, at)
    const since = (time: string | undefined) => (time === undefined ? Infinity : Date.parse(at) - Date.parse(time))
    const wait = betweenCodes - since(asked.at(-1))
    if (wait > 0) throw new TooMany('Please wait a minute before you ask for another OTP', wait / second)
    if (asked.length >= codesAnHour) {
      throw new TooMany('At most five OTPs an hour can be asked for', (hour - since(asked.at(-codesAnHour))) / second)
    }
    return [{ type: 'PasswordResetRequested', data: { browser, codeHash, expires: after(at, codeLasts) } }]
  },
})
