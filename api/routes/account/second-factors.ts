import type { Secret, TOTP } from 'otpauth'
import { createSealer, hyphenated, keyedDigest, letterCode } from '#api/secrets.ts'
import { type ReadCode, recoveryCodeCount } from '#domain/account/second-factor.ts'
import { newSecret } from '#infra/secret.ts'

// With the first use, so that a start need not wait for it.
const library = () => import('otpauth')

/** The parameters that every authenticator app accepts by default: RFC 6238 with SHA-1, six digits, thirty seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 }

/** How many time steps a code may be early or late: clocks differ. */
const clockTolerance = 1

/** Makes and reads second factors. `now` is in milliseconds since 1970. */
export function createSecondFactors(serverSecret: string, now: () => number) {
  const sealer = createSealer(serverSecret, 'second factor')
  const recoveryDigest = keyedDigest(serverSecret, 'recovery code')
  const recoveryBytes = keyedDigest(serverSecret, 'recovery codes of a request')

  async function totpOf(key: string, naming: { issuer?: string; label?: string } = {}): Promise<TOTP> {
    const { TOTP, Secret } = await library()
    const secret: Secret = Secret.fromBase32(key)
    return new TOTP({ ...parameters, ...naming, secret })
  }

  return {
    /** A fresh secret (160 random bits), as it is stored. */
    async create(accountId: string): Promise<string> {
      const { Secret } = await library()
      return sealer.seal(new Secret({ size: 20 }).base32, accountId)
    },

    /** Shows a secret to its owner: the key to type, and the address to scan. */
    async show(accountId: string, sealed: string, naming: { issuer: string; label: string }) {
      const key = sealer.open(sealed, accountId)
      if (key === undefined)
        throw new Error('An account’s two-step verification was encrypted with another server secret')
      return { key, uri: (await totpOf(key, naming)).toString() }
    },

    /** Reads a code. No code is valid for a secret that was sealed with another server secret. */
    async read(accountId: string, sealed: string, code: string): Promise<ReadCode> {
      if (!/^\d{6}$/.test(code)) return { secret: sealed, digest: recoveryDigest(accountId, code) }
      const key = sealer.open(sealed, accountId)
      const totp = key === undefined ? undefined : await totpOf(key)
      const late = totp?.validate({ token: code, timestamp: now(), window: clockTolerance }) ?? undefined
      if (!totp || late === undefined) return { secret: sealed }
      return { secret: sealed, step: totp.counter({ timestamp: now() }) + late }
    },

    /**
     * Ten recovery codes of fifty bits for an account, and their digests. The same for the same idempotency key, so that
     * a request that is sent again is answered the same.
     */
    recoveryCodes(accountId: string, idempotencyKey = newSecret()): { codes: string[]; digests: string[] } {
      const codes = Array.from({ length: recoveryCodeCount }, (_, at) =>
        letterCode(recoveryBytes(accountId, idempotencyKey, String(at))),
      )
      return {
        codes: codes.map(hyphenated),
        digests: codes.map((code) => recoveryDigest(accountId, code)),
      }
    },
  }
}
