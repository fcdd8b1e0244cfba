import type { Secret, TOTP } from 'otpauth'
import type { AppContext } from '#api/app-context.ts'
import { attemptsId, type Device } from '#api/http/devices.ts'
import type { Routes } from '#api/http/router.ts'
import type { SignedIn } from '#api/http/session.ts'
import { createSealer, hyphenated, keyedDigest, letterCode } from '#api/secrets.ts'
import { accountCommands } from '#domain/account/actions.ts'
import { notPrepared } from '#domain/account/enable-second-factor.ts'
import { isFailed, type ReadCode, recoveryCodeCount, wrongSecondFactor } from '#domain/account/second-factor.ts'
import { Refusal, WrongCredential } from '#domain/command.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import { newSecret } from '#infra/secret.ts'
import { requirePassword } from './passwords.ts'

/** The second factor of the user's own account. */
export function secondFactorRoutes({ handler, sessions, secret, now }: AppContext) {
  const secondFactors = createSecondFactors(secret, now)

  /** Password and code, as the commands take them. */
  async function proofOf(
    { person, account, device }: SignedIn & { device?: Device | undefined },
    { password, code }: { password: string; code: string },
  ) {
    const checked = await requirePassword(account, password)
    const { secondFactor } = account
    if (!secondFactor) throw new Refusal('Two-step verification is off')
    const readCode = await secondFactors.read(person.id, secondFactor.secret, code)
    return { checked, code: { ...readCode, deviceId: attemptsId(device) } }
  }

  const refuseWrongCode = (events: readonly { type: string }[]) => {
    if (isFailed(events)) throw new WrongCredential({ code: wrongSecondFactor })
  }

  return {
    async confirmPassword({ account, session, body, response }) {
      await requirePassword(account, body.password)
      sessions.confirm(response, session)
      return { message: 'Thank you' }
    },

    async getSecondFactor({ account: { secondFactor } }) {
      if (!secondFactor) return { enabled: false, recoveryCodesLeft: 0 }
      return { enabled: true, since: secondFactor.since, recoveryCodesLeft: secondFactor.recoveryCodes.length }
    },

    async startSecondFactor({ person, account, body, execute }) {
      const checked = await requirePassword(account, body.password)
      const input = { checked, secret: await secondFactors.create(person.id) }
      const { message, events } = await execute(accountCommands.prepareSecondFactor, person.id, input)
      const [prepared] = events
      if (prepared?.type !== 'SecondFactorPrepared') throw new Error('Please start the setup again')
      const agency = await loadAgency(handler)
      const naming = { issuer: agencyName(agency), label: account.email }
      return { message, ...(await secondFactors.show(person.id, prepared.data.secret, naming)) }
    },

    async enableSecondFactor({ person, session, account, body, request, response, execute }) {
      const { preparedFactor, secondFactor } = account
      // A repetition of the request finds it turned on.
      const secret = preparedFactor?.secret ?? secondFactor?.secret
      if (secret === undefined) throw new Refusal(notPrepared)
      const { codes, digests } = secondFactors.recoveryCodes(person.id, request.get('Idempotency-Key'))
      const code = await secondFactors.read(person.id, secret, body.code)
      const { message, events } = await execute(accountCommands.enableSecondFactor, person.id, {
        code,
        recoveryCodes: digests,
      })
      sessions.renew(response, { person, session }, events)
      return { message, recoveryCodes: codes }
    },

    async disableSecondFactor({ body, execute, ...signedIn }) {
      const { secondFactor } = signedIn.account
      const input = secondFactor
        ? await proofOf(signedIn, body)
        : { checked: await requirePassword(signedIn.account, body.password), code: { secret: '-' } }
      const { message, events } = await execute(accountCommands.disableSecondFactor, signedIn.person.id, input)
      refuseWrongCode(events)
      return { message }
    },

    async replaceRecoveryCodes({ body, request, execute, ...signedIn }) {
      const { id } = signedIn.person
      const { codes, digests } = secondFactors.recoveryCodes(id, request.get('Idempotency-Key'))
      const input = { ...(await proofOf(signedIn, body)), recoveryCodes: digests }
      const { message, events } = await execute(accountCommands.replaceRecoveryCodes, id, input)
      refuseWrongCode(events)
      return { message, recoveryCodes: codes }
    },
  } satisfies Partial<Routes>
}

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
