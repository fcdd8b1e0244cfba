import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { rateLimitKey } from '#api/http/limits.ts'
import { createCounts } from '#infra/counts.ts'
import { serving } from '#infra/guard.ts'

/** How much the live connections of one server may cost. */
export const liveBounds = {
  /** How long a connection may take to say which session it is of, in milliseconds. */
  identifyMs: 5_000,
  /** How many there may be at a time without a session: from one address, and in all. */
  anonymousOfAddress: 20,
  anonymous: 200,
  /** How many an account may have at a time: every window of a browser has one. */
  socketsOfAccount: 100,
  /** How much may wait for one to read it, in characters. */
  maxWaiting: 2_000_000,
  /**
   * How long one may take to read what is on its way to it, in milliseconds. An honest one that is slower is lost anyway: it
   * cannot have read a ping in time to answer it.
   */
  drainMs: 30_000,
  /** How often a page may say something, in ten seconds. */
  messages: 300,
  /** How many orders a page may follow at a time. */
  orders: 20,
}
export type LiveBounds = typeof liveBounds

const messageWindowMs = 10_000

/** A connection, as far as Engine.IO's own types do not say it. */
type Connection = {
  request: IncomingMessage
  transport: {
    on(event: 'drain', listener: () => void): unknown
    socket: { on(event: 'ping', listener: () => void): unknown }
  }
  on(event: 'packetCreate', listener: (packet: { data?: unknown }) => void): unknown
  on(event: 'flush' | 'packet', listener: () => void): unknown
}

/**
 * Admits connections while there is room. Those without a session have a small room of their own, so that they take
 * nothing from those with one, however many come.
 */
export function createAdmission({ anonymous, anonymousOfAddress, socketsOfAccount }: LiveBounds) {
  const open = createCounts()

  /** Takes a place under each name, if there is one under all of them, until the connection is closed. */
  function take(places: [name: string, most: number][], socket: Socket): boolean {
    if (socket.destroyed || places.some(([name, most]) => open.of(name) >= most)) return false
    for (const [name] of places) open.add(name, 1)
    socket.once('close', () => {
      for (const [name] of places) open.add(name, -1)
    })
    return true
  }

  return {
    /** Whether a connection may be opened: for an account, or for none, from an address. */
    admits: (account: string | undefined, address: string | undefined, socket: Socket): boolean =>
      account === undefined
        ? take([['anonymous', anonymous], [`address ${rateLimitKey(address)}`, anonymousOfAddress]], socket) // biome-ignore format: the two belong together
        : take([[`account ${account}`, socketsOfAccount]], socket),
  }
}

/**
 * Closes a connection that fails to authenticate within `identifyMs`, that leaves too much unread, or anything for too
 * long, or that sends more than any page does. The TCP connection itself: a polite close would wait for an answer, and
 * behind what is not read. Returns what to call once it has authenticated.
 */
export function boundConnection(
  connection: unknown,
  { identifyMs, maxWaiting, drainMs, messages }: LiveBounds,
  now: () => number,
): () => void {
  const opened = connection as Connection
  const { request, transport } = opened
  const cutOff = () => void request.socket.destroy()
  const unidentified = setTimeout(cutOff, identifyMs).unref()
  let undrained: NodeJS.Timeout | undefined
  request.socket.once('close', () => {
    clearTimeout(unidentified)
    clearTimeout(undrained)
  })
  let queued = 0
  let underWay = 0
  opened.on('packetCreate', ({ data }) => {
    if (typeof data === 'string') queued += data.length
    if (queued + underWay > maxWaiting) cutOff()
  })
  opened.on('flush', () => {
    underWay = queued
    queued = 0
    undrained = setTimeout(cutOff, drainMs).unref()
  })
  transport.on('drain', () => {
    underWay = 0
    clearTimeout(undrained)
  })
  let said = 0
  let since = now()
  const count = () => {
    if (Math.abs(now() - since) > messageWindowMs) {
      since = now()
      said = 0
    }
    said++
    if (said > messages) cutOff()
  }
  opened.on('packet', () => {
    serving(request.socket)
    count()
  })
  transport.socket.on('ping', count) // each is answered by a pong, which the client may leave unread
  return () => clearTimeout(unidentified)
}
