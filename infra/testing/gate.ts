import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be taken away and given back. */
export type Gate = {
  /** The address, with the gate in the server's place. */
  url: string
  /** Breaks every connection off and refuses new ones: the server has died. */
  shut(): Promise<void>
  /** Lets nothing more through, and breaks nothing off: the server hangs, or a cable is cut. */
  hang(): void
  /** Lets questions through and no answers back. */
  mute(): void
  /** Lets everything through again, what waited included. */
  open(): Promise<void>
  close(): Promise<void>
}

/**
 * Stands between a test and a real server, so that the server can go away for this test alone. With several
 * addresses, a connection is led to the first of them that answers.
 */
export async function openGate(...addresses: [string, ...string[]]): Promise<Gate> {
  const [address] = addresses
  const pairs = new Set<[Socket, Socket]>()
  let hanging = false
  function join(near: Socket, far: Socket) {
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, pair.toReversed() as typeof pair]) {
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause()
      })
      to.on('drain', () => !hanging && from.resume())
      from.on('end', () => to.end())
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    if (hanging) for (const socket of pair) socket.pause()
  }
  function lead(near: Socket, [nearest, ...others]: readonly string[]) {
    if (nearest === undefined) return void near.destroy()
    const { hostname, port } = new URL(nearest)
    const far = connect(Number(port), hostname)
    const next = () => lead(near, others)
    far.once('error', next).once('connect', () => join(near, far.off('error', next)))
  }
  const server = createServer((near) =>
    lead(
      near.on('error', () => {}),
      addresses,
    ),
  )
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(0)
  const { port } = server.address() as AddressInfo

  async function shut() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    await closed
  }

  return {
    url: Object.assign(new URL(address), { host: `127.0.0.1:${port}` }).href,
    shut,
    hang() {
      hanging = true
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    mute() {
      for (const [, far] of pairs) far.pause()
    },
    async open() {
      hanging = false
      for (const pair of pairs) for (const socket of pair) socket.resume()
      if (!server.listening) await listen(port)
    },
    close: shut,
  }
}
