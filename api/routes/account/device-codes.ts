import { LRUCache } from 'lru-cache'
import type { AppContext } from '#api/app-context.ts'
import type { Routes } from '#api/http/router.ts'
import { digestOf, hyphenated, keyedDigest, letterCode } from '#api/secrets.ts'
import { isActive, personOf } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { deviceCodeInterval, wrongDeviceCode } from '#domain/account/prove-device.ts'
import { WrongCredential } from '#domain/command.ts'
import type { AddressProofs } from './address-proofs.ts'

/**
 * The login from a device that the account does not know, while strangers have used up its limits: a code by mail, for
 * the browser that requests it. There is one code in ten minutes, and one mail of it, however many ask. So no attacker
 * floods a mailbox, or keeps the holder from their code. Its fifty bits need no count of wrong ones.
 */
export function deviceCodeRoutes(
  { handler, addresses, sessions, secret, now }: AppContext,
  { proofs }: { proofs: AddressProofs },
) {
  const codeDigest = keyedDigest(secret, 'device code')
  const codeOf = (accountId: string, interval: number) => letterCode(codeDigest(accountId, String(interval)))
  const markOf = keyedDigest(secret, 'device that asks')
  /** The interval that an account was mailed its code in last. */
  const mailed = new LRUCache<string, number>({ max: 10_000 })

  const intervalNow = () => Math.floor(now() / deviceCodeInterval)

  /** The interval in which a browser requested a code of an address, while that is good. */
  function requestedInterval(header: string | undefined, email: string): number | undefined {
    const [, interval, mark] =
      /^(\d{1,12})\.([\w-]{43})$/.exec(sessions.cookies.read(header, 'device-code') ?? '') ?? []
    if (interval === undefined || mark !== markOf(email, interval)) return undefined
    return intervalNow() - Number(interval) <= 1 ? Number(interval) : undefined
  }

  return {
    async requestDeviceCode({ body: { email }, request, response }) {
      const interval = intervalNow()
      const mark = markOf(email, String(interval))
      sessions.cookies.write(response, 'device-code', `${interval}.${mark}`, 2 * deviceCodeInterval, 'strict')
      const id = await addresses.idFor(email)
      let isMine = false // a mail that is tried again is still the one of this request
      const find = async () => {
        const { state: account } = await handler.load(accounts, id)
        if (!isActive(account) || (!isMine && mailed.get(id) === interval)) return undefined
        mailed.set(id, interval)
        isMine = true
        return account
      }
      const failed = () => void (isMine && mailed.get(id) === interval && mailed.delete(id))
      const code = hyphenated(codeOf(id, interval))
      proofs.mailCode('deviceCode', find, { code, lifetime: deviceCodeInterval, request, failed })
      return {
        message: 'If this email address has an account, we’ve sent a code now or in the last 10 minutes.',
      }
    },

    async proveDevice({ body: { email, code }, request, response, execute }) {
      const interval = requestedInterval(request.headers.cookie, email)
      const id = await addresses.idFor(email)
      if (interval === undefined || code !== codeOf(id, interval)) throw new WrongCredential({ code: wrongDeviceCode })
      const { state: account } = await handler.load(accounts, id)
      const { message, events } = await execute(
        accountCommands.proveDevice,
        id,
        { code: digestOf(code) },
        { by: personOf(id, account) },
      )
      sessions.devices.remember(response, id, false, events)
      sessions.cookies.clear(response, 'device-code')
      return { message }
    },
  } satisfies Partial<Routes>
}
