import { createHmac, randomBytes } from 'node:crypto'
import type { Response } from 'express'
import { type Account, isRegistered } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import { type CommandHandler, loadUsable } from '#infra/events/command-handler.ts'
import { isSame } from '#infra/secret.ts'
import type { Cookies } from './request-headers.ts'

/**
 * A browser that has logged in to an account before, or whose user has proven by a mail that the account is theirs. Its
 * attempts are not counted with those of strangers (OWASP: “device cookies”).
 */
export type Device = {
  id: string
  account: string
  /** When it was last recorded so, in milliseconds since 1970. */
  since: number
  /** Whether it has logged in, with all that a login takes; else its user has read a mail. */
  hasLoggedIn: boolean
}

/** The account a request is about: by its id, or by its address in small letters. */
export type NamedAccount = { id: string } | { email: string }

/** All devices confirmed by a mail alone are counted as one: else a reader of the mailbox would have more tries. */
const mailedDevice = 'mail'

/** The id that events of a device carry: undefined for a stranger. */
export const attemptsId = (device: Device | undefined): string | undefined =>
  device && (device.hasLoggedIn ? device.id : mailedDevice)

const lifetime = 365 * 24 * 60 * 60 * 1000
/** How many accounts a browser is known to: the latest ones. */
const maxAccounts = 3

/** Remembers browsers by a signed cookie. It is forgotten with a new password, a logout everywhere or a new second factor. */
export function createDevices(handler: CommandHandler, secret: string, cookies: Cookies, now: () => number) {
  const key = createHmac('sha256', secret).update('device').digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  function textOf({ account, id, since, hasLoggedIn }: Device): string {
    const text = [account, id, since.toString(36), hasLoggedIn ? 'login' : 'mail'].join('.')
    return `${text}.${sign(text)}`
  }

  function deviceIn(text: string): Device | undefined {
    const parts = /^(([\w-]{1,64})\.([\w-]{22})\.([\da-z]{1,12})\.(login|mail))\.([\w-]{43})$/.exec(text)
    const [, signed, account, id, since, by, signature] = parts ?? []
    if (!signed || !isSame(sign(signed), signature!)) return undefined
    return { account: account!, id: id!, since: Number.parseInt(since!, 36), hasLoggedIn: by === 'login' }
  }

  const devicesIn = (header: string | undefined): Device[] =>
    (cookies.read(header, 'device') ?? '')
      .split('~', maxAccounts)
      .map(deviceIn)
      .filter((device) => device !== undefined)

  const isKnown = ({ since }: Device, account: Account): boolean =>
    isRegistered(account) &&
    since + lifetime > now() &&
    since >= Math.max(Date.parse(account.activeSince), Date.parse(account.devicesSince ?? account.activeSince))

  function write(response: Response, devices: readonly Device[]): void {
    if (devices.length === 0) cookies.clear(response, 'device')
    else cookies.write(response, 'device', devices.map(textOf).join('~'), lifetime, 'strict')
  }

  return {
    /** The device of a cookie header, where it is known to the account that is named; else undefined. */
    async of(header: string | undefined, named: NamedAccount): Promise<Device | undefined> {
      for (const device of devicesIn(header)) {
        if ('id' in named && named.id !== device.account) continue
        const { state } = await loadUsable(handler, accounts, device.account)
        if ('email' in named && named.email !== state.email) continue
        return isKnown(device, state) ? device : undefined
      }
      return undefined
    },

    /**
     * Remembers the browser as known to an account. `events` made it so: where this clock is behind theirs, it is known
     * since then, or it would be older than a password chosen with it.
     */
    remember(response: Response, account: string, hasLoggedIn: boolean, events: readonly { at: string }[] = []): void {
      const before = devicesIn(response.req.headers.cookie)
      const same = before.find((each) => each.account === account)
      // One that has logged in is a device of its own: what was counted before it did is not its.
      const id = same && same.hasLoggedIn === hasLoggedIn ? same.id : randomBytes(16).toString('base64url')
      const others = before.filter((each) => each.account !== account)
      const since = Math.max(now(), ...events.map(({ at }) => Date.parse(at)))
      write(response, [{ account, id, since, hasLoggedIn }, ...others].slice(0, maxAccounts))
    },

    /** Leaves nothing of an account in the browser. */
    forget(response: Response, account: string): void {
      const others = devicesIn(response.req.headers.cookie).filter((each) => each.account !== account)
      write(response, others)
    },
  }
}
