import { Secret, TOTP } from 'otpauth'

/** An authenticator app that was given a key by hand. */
export function authenticator(key: string) {
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  return {
    /** The code that it shows, so many milliseconds from now. */
    code: (ahead = 0): string => app.generate({ timestamp: Date.now() + ahead }),
  }
}
