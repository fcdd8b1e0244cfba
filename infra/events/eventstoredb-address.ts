import { Misconfigured } from '#infra/misconfigured.ts'

export type Address = {
  /** The address as the client understands it; it may have a password. */
  url: string
  /** Where the servers are, for people to read. */
  hosts: string
  credentials: { username: string; password: string }
}

/** The options allowed behind the question mark. */
const known = new Set([
  'tls',
  'tlscafile',
  'connectionname',
  'nodepreference',
  'maxdiscoverattempts',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
])

const shape = /^esdb(?:\+discover)?:\/\/(?:([^:@/?]+):([^@/?]+)@)?([\w.,:[\]-]+)\/?(?:\?(.*))?$/

/**
 * Parses EVENTSTORE_URL. Throws `Misconfigured`, in words that give no password away: the client's own would, and what it does
 * not know it only warns of.
 */
export function readAddress(text: string): Address {
  const [, username, password, hosts, search] = shape.exec(text.trim()) ?? []
  if (!hosts) {
    throw new Misconfigured('EVENTSTORE_URL must be a URL like esdb://user:password@host:2113.')
  }
  const options = new URLSearchParams(search)
  for (const name of options.keys()) {
    if (known.has(name.toLowerCase())) continue
    throw new Misconfigured(`EVENTSTORE_URL has an unknown option: ${name}.`)
  }
  if (!username && options.get('tls') !== 'false') {
    throw new Misconfigured('EVENTSTORE_URL needs a user and a password, unless tls=false.')
  }
  return {
    url: text.trim(),
    hosts,
    credentials: { username: decoded(username), password: decoded(password) },
  }
}

function decoded(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Misconfigured('EVENTSTORE_URL has a percent sign that encodes nothing. Write it as %25.')
  }
}
