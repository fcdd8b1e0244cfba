import { isIPv6 } from 'node:net'
import type { RateLimiterMemory } from 'rate-limiter-flexible'
import { TooMany } from '#domain/command.ts'
import type { LimitName, Limits, Rate } from '#infra/limits.ts'

/** Counts what is asked for: throws `TooMany` when it was too often. */
export type Limiter = {
  address(limit: LimitName, address: string | undefined): Promise<void>
  account(limit: LimitName, account: string): Promise<void>
}

/** The error message when a limit is exceeded. */
const tooManyRequests = 'That was too often. Please wait a little, then try again.'

/**
 * Counts in this process's memory: each of several processes counts for itself, and a restart forgets. What must hold
 * beyond that, the tries of a code, is an event of the account. Undefined limits count nothing.
 */
export function createLimiter(limits: Limits | undefined): Limiter {
  if (!limits) return { address: async () => {}, account: async () => {} }
  const byAddress = counterBy((limit) => limits[limit].address)
  const byAccount = counterBy((limit) => limits[limit].account)
  return {
    address: (limit, address) => byAddress(limit, rateLimitKey(address)),
    account: byAccount,
  }
}

/**
 * Counts each limit by its own keys. The package is loaded with the first count, so that a start need not wait for it.
 */
function counterBy(rateOf: (limit: LimitName) => Rate): (limit: LimitName, key: string) => Promise<void> {
  const counters = new Map<LimitName, RateLimiterMemory>()
  return async (limit, key) => {
    const { RateLimiterMemory, RateLimiterRes } = await import('rate-limiter-flexible')
    const { times, seconds } = rateOf(limit)
    const counter = counters.get(limit) ?? new RateLimiterMemory({ points: times, duration: seconds })
    counters.set(limit, counter)
    await counter.consume(key).catch((refused) => {
      throw refused instanceof RateLimiterRes ? new TooMany(tooManyRequests, refused.msBeforeNext / 1000) : refused
    })
  }
}

/** The key an address is counted by: for IPv6 the /64 network, since one customer has all addresses of it. */
export function rateLimitKey(address: string | undefined): string {
  if (address === undefined) return 'nobody'
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) groups.push(...Array(Math.max(0, 4 - groups.length)).fill('0'))
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
