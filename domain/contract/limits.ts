import { z } from 'zod'

/** A rate: so many times in so many seconds. */
export type Rate = { times: number; seconds: number }

/** How often something may be requested: from one address, and for one account. */
export type Limit = { address: Rate; account: Rate }

const minute = 60
const hour = 60 * minute

const rate = (times: number, seconds: number): Rate => ({ times, seconds })

/** How often, unless the settings say otherwise. An address may be a whole office; an account is one person. */
export const defaultLimits = {
  login: { address: rate(60, 15 * minute), account: rate(20, 15 * minute) },
  register: { address: rate(20, hour), account: rate(10, hour) },
  // What is sent to one address is limited besides by the account itself: once a minute, five times an hour.
  otp: { address: rate(20, hour), account: rate(10, hour) },
  code: { address: rate(60, 15 * minute), account: rate(60, 15 * minute) },
  proof: { address: rate(60, 15 * minute), account: rate(20, 15 * minute) },
  reset: { address: rate(30, 15 * minute), account: rate(30, 15 * minute) },
  // Needs a session: no account uses up the limit of another.
  password: { address: rate(30, 15 * minute), account: rate(10, 15 * minute) },
  invitation: { address: rate(60, hour), account: rate(30, hour) },
  details: { address: rate(20, hour), account: rate(10, hour) },
  fitTest: { address: rate(60, hour), account: rate(60, hour) },
  // Visitors have no account there. One address uses up no more than a tenth of what is counted in a day (maxRunsPerDay).
  funnelStart: { address: rate(200, 24 * hour), account: rate(200, 24 * hour) },
  funnel: { address: rate(300, hour), account: rate(300, hour) },
  // Each asks a push service, somewhere.
  push: { address: rate(120, 15 * minute), account: rate(30, 15 * minute) },
  // Every call that is made with a key: an address may run several programs, a key is one of them.
  apiKey: { address: rate(1_200, minute), account: rate(300, minute) },
  // Providers of payments have few addresses, and say again what was not answered.
  provider: { address: rate(600, 15 * minute), account: rate(600, 15 * minute) },
  // Each asks a machine, somewhere.
  webhook: { address: rate(120, 15 * minute), account: rate(60, 15 * minute) },
  // To oneself, by admins alone: what is limited is how many mails the email server takes.
  testMail: { address: rate(120, hour), account: rate(60, hour) },
  // All that a client changes. Admins change many projects at once.
  change: { address: rate(10_000, 10 * minute), account: rate(1_000, 10 * minute) },
  // People write a message a moment. A key is counted by itself, and not with its owner.
  message: { address: rate(600, minute), account: rate(60, minute) },
  // Each is a page of what an order's page has missed: a long absence is many of them, one after the other.
  watch: { address: rate(6_000, minute), account: rate(600, minute) },
  // Pages that the server renders for a person who is logged in: beyond that the browser draws them, and none is refused.
  page: { address: rate(600, minute), account: rate(60, minute) },
  upload: { address: rate(300, 10 * minute), account: rate(120, 10 * minute) },
  // Each reads an order from its first event to its last.
  export: { address: rate(1_200, 10 * minute), account: rate(300, 10 * minute) },
  // Calendars of many people are fetched from the few addresses of a calendar service.
  calendar: { address: rate(1_200, 15 * minute), account: rate(120, 15 * minute) },
} as const satisfies Record<string, Limit>

/** What may be requested only so often. */
export type LimitName = keyof typeof defaultLimits
export type Limits = Record<LimitName, Limit>

/** The longest window, in seconds: a timer of Node that is set for longer ends at once, and its limit would count nothing. */
const maxSeconds = Math.floor((2 ** 31 - 1) / 1_000)

const written = /^(?<name>\w+)=(?<address>\d+)\/(?<account>\d+)\/(?<seconds>\d+)s$/

/**
 * Limits as a setting writes them: `off`, or those that differ, as `login=60/20/900s otp=20/10/3600s`: from one
 * address, for one account, and in how many seconds.
 */
export const limitsSetting = z
  .string()
  .trim()
  .transform((text, { addIssue }): Limits | 'off' => {
    if (text === 'off') return 'off'
    const limits: Limits = { ...defaultLimits }
    for (const each of text.split(/\s+/)) {
      const { name = '', address, account, seconds } = written.exec(each)?.groups ?? {}
      const [times, timesOfOne, window] = [address, account, seconds].map(Number) as [number, number, number]
      if (!Object.hasOwn(limits, name)) addIssue(`must be off, or like login=60/20/900s, not ${each}`)
      else if (Math.min(times, timesOfOne, window) < 1) addIssue(`needs numbers of 1 or more, unlike ${each}`)
      else if (window > maxSeconds) addIssue(`needs at most ${maxSeconds} seconds, unlike ${each}`)
      else limits[name as LimitName] = { address: rate(times, window), account: rate(timesOfOne, window) }
    }
    return limits
  })
