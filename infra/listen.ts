import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Misconfigured } from './misconfigured.ts'

/** Listens, and answers the port it got. Throws `Misconfigured` when it cannot; `setting` is where the port came from. */
export async function listen(http: Server, port: number, host: string, setting = 'PORT'): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  http.once('error', reject).listen(port, host, resolve)
  await promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new Misconfigured(`${setting} ${port} is in use by another program.`)
    throw new Misconfigured(`HOST ${host}, ${setting} ${port} cannot be listened on: ${error.message}.`)
  })
  return (http.address() as AddressInfo).port
}

/** A host as it is written in a link: one that means this machine by the name it has for itself. */
export const nameOf = (host: string): string =>
  ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
