import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The part of IPv6 that is handed out: only 2000::/3. */
const handedOut = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address belongs to the public internet. Addresses of this machine and its network, reserved ones, and
 * those that embed IPv4 (mapped, 6to4, Teredo, NAT64) do not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false // what Node does not connect to; ipaddr.js reads more, such as octal numbers
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(handedOut)
}

/** Names that lead nowhere outside, with all below them. */
const innerNames = /(^|\.)(local|localhost|internal|home\.arpa|lan|test|invalid)$/i

/** Whether a host as a URL names it may be public: a public address, or a name of more than one part. */
export function mayBePublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') // `localhost.` is localhost
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !innerNames.test(host)
}

/** Looks names up: `dns.lookup`, or a test's own. */
export type Resolve = typeof lookup

/**
 * Looks a name up and refuses when it leads to an address that is not `allowed`. It stands at the connection itself: a
 * name that led somewhere else when it was checked may lead elsewhere a moment later.
 */
export const guardedLookup =
  (allowed: (address: string) => boolean, refusal: string, resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const refused = addresses.find(({ address }) => !allowed(address))
      if (refused) return callback(new Error(`${hostname} resolves to ${refused.address}, which is ${refusal}`), '', 0)
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })

/** Looks a name up and refuses when it leads inside. */
export const publicLookup = guardedLookup(isPublicAddress, 'not public')

const loopback = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a host, by name or address, can only be reached from the machine itself. */
export const isLoopback = (host: string): boolean => loopback.test(host)
