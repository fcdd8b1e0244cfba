import { isIP } from 'node:net'
import { z } from 'zod'

/** The proxies that are trusted on a request's address: none, so many, or those named. In express's terms. */
type Proxies = false | number | string

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  const isLength = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
  return isIP(address) > 0 && isLength && rest.length === 0
}
const isProxy = (text: string): boolean => ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text)

/** Proxies as a setting writes them. `true` is not among it: every visitor could then write an address of their own. */
export const trustedProxies = z
  .string()
  .refine(
    (text) => /^(false|[1-9]\d?)$/.test(text) || text.split(',').every((each) => isProxy(each.trim())),
    'must be false, a number of proxies, or their addresses separated by commas',
  )
  .transform((text): Proxies => (text === 'false' ? false : /^\d+$/.test(text) ? Number(text) : text))
