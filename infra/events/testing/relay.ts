import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A line to a server that can be cut: it listens on a port of its own and passes every byte on. So a client meets what
 * it would meet in a network, whatever the server behind would do. The port is any that is free unless it is given.
 */
export async function openRelay(target: number, port = 0) {
  const sockets = new Set<Socket>()
  let silent = false
  let server: Server | undefined

  function join(near: Socket) {
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      if (!silent) one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }

  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }

  const stall = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }

  async function up() {
    if (server) return
    server = createServer(join).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  await up()
  return {
    port,
    /** Breaks every connection off; new ones are taken. */
    drop,
    /** Goes away: connections break off, and new ones are refused. */
    async down() {
      if (!server) return
      const closed = once(server, 'close')
      server.close()
      server = undefined
      drop()
      await closed
    },
    /** There again, on the same port. */
    up,
    /** The connections that are there stay, but no byte comes through them any more; new ones are as they should be. */
    stall,
    /** The same, and for new connections too. */
    silence() {
      silent = true
      stall()
    },
    /** Breaks the silent connections off, and is itself again. */
    speak() {
      silent = false
      drop()
    },
  }
}
