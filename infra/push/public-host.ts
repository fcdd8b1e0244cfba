import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that are not the public internet's: this machine, its network, and what is reserved. */
const inner = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(address, bits, 'ipv4')
}
// Of IPv6 only 2000::/3 is handed out; within it these lead back to IPv4 or nowhere.
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const inner6 = new BlockList()
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inner6.addSubnet(address, bits, 'ipv6')
}

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inner.check(address, 'ipv4')
  if (isIP(address) === 6) return global6.check(address, 'ipv6') && !inner6.check(address, 'ipv6')
  return false
}

/** Whether a host as a URL names it may be public: a public address, or a name of more than one part. */
export function mayBePublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !/\.(local|localhost|internal|home\.arpa|lan|test|invalid)\.?$/i.test(host)
}

/**
 * Looks a name up and refuses when it leads inside. It stands at the connection itself: a name that was public when it
 * was checked may lead elsewhere a moment later.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const inside = addresses.find(({ address }) => !isPublicAddress(address))
    if (inside) return callback(new Error(`${hostname} leads to ${inside.address}, which is not public`), '', 0)
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]!.address, addresses[0]!.family)
  })
