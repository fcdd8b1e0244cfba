import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { RateLimiterMemory } from 'rate-limiter-flexible'
import { TooMany } from '#domain/command.ts'
import type { LimitName, Limits, Rate } from '#domain/contract/limits.ts'
import { tooManyAttempts } from '#domain/words/too-many.ts'
import type { Device } from './devices.ts'

/** Counts what is asked for: throws `TooMany` when it was too often. */
export type Limiter = {
  address(limit: LimitName, address: string | undefined): Promise<void>
  /** Counts what an account with a session asks, by its id. */
  account(limit: LimitName, id: string): Promise<void>
  /** Counts what a device asks that an account knows: by itself, and all of the account together, since each login makes one. */
  device(limit: LimitName, device: Pick<Device, 'id' | 'account'>): Promise<void>
  /**
   * Counts what a stranger requests for an account by name. It counts by account and address, so that a stranger
   * elsewhere locks no one out, and for all strangers together, so that many addresses guess no more.
   */
  stranger(limit: LimitName, account: string, address: string | undefined): Promise<void>
}

/**
 * Counts in this process's memory: each of several processes counts for itself, and a restart forgets. What must hold
 * beyond that, the tries of a code, is an event of the account. Undefined limits count nothing.
 */
export function createLimiter(limits: Limits | undefined): Limiter {
  const nothing = async () => {}
  if (!limits) return { address: nothing, account: nothing, device: nothing, stranger: nothing }
  const byAddress = counterBy((limit) => limits[limit].address)
  const bySite = counterBy((limit) => limits[limit].address, networksPerSite)
  const byAccount = counterBy((limit) => limits[limit].account)
  const byAccountAndAddress = counterBy((limit) => limits[limit].account)
  const byDevices = counterBy((limit) => limits[limit].account, sourcesPerAccount)
  const byStrangers = counterBy((limit) => limits[limit].account, sourcesPerAccount)
  return {
    async address(limit, address) {
      const key = rateLimitKey(address)
      await byAddress(limit, key)
      const site = siteKey(key)
      if (site !== undefined) await bySite(limit, site)
    },
    account: byAccount,
    async device(limit, { id, account }) {
      await byAccount(limit, id)
      await byDevices(limit, account)
    },
    async stranger(limit, account, address) {
      await byAccountAndAddress(limit, `${account} ${rateLimitKey(address)}`)
      if (!neverForAll.has(limit)) await byStrangers(limit, account)
    },
  }
}

/**
 * Counts each limit by its own keys, up to so many times its rate. The package is loaded with the first count, so that a start
 * need not wait for it.
 */
function counterBy(rateOf: (limit: LimitName) => Rate, factor = 1): (limit: LimitName, key: string) => Promise<void> {
  const counters = new Map<LimitName, RateLimiterMemory>()
  return async (limit, key) => {
    const { RateLimiterMemory, RateLimiterRes } = await import('rate-limiter-flexible')
    const { times, seconds } = rateOf(limit)
    const counter = counters.get(limit) ?? new RateLimiterMemory({ points: times * factor, duration: seconds })
    counters.set(limit, counter)
    await counter.consume(key).catch((refused) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const wait = refused.msBeforeNext / 1000
      throw new TooMany(tooManyAttempts(wait), wait)
    })
  }
}

/** How many times as often as one address or device all strangers, or all known devices, together may ask for an account. */
const sourcesPerAccount = 5

/** The limits that strangers cannot use up together: no one else could prove themselves. Such codes cannot be guessed. */
const neverForAll: ReadonlySet<LimitName> = new Set(['proof'])

/** How many times as often as one /64 network a /48 may ask, which has 65,536 of them and may be one customer's as well. */
const networksPerSite = 8

/** The /48 network of a key of an IPv6 address; undefined of any other. */
function siteKey(key: string): string | undefined {
  const [, groups] = /^([\da-f]+(?::[\da-f]+){3})::\/64$/.exec(key) ?? []
  return groups && `${groups.split(':').slice(0, 3).join(':')}::/48`
}

/** The key an address is counted by: for IPv6 the /64 network, since one customer has all addresses of it. */
export function rateLimitKey(address: string | undefined): string {
  if (address === undefined) return 'nobody'
  // The package does not take every name of a zone, such as br-lan.
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!isIPv6(plain)) return plain
  const network = ipaddr.IPv6.parse(plain).parts.slice(0, 4)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}
