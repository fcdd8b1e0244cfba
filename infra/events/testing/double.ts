import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import {
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type ServiceError,
  status,
} from '@grpc/grpc-js'
import { type Entry, type Expected, type Log, type Outcome, openLog, type Proposed } from './log.ts'
import { openRelay } from './relay.ts'
import * as wire from './wire.ts'

/** The faults of the double. All of them may be changed at any time. */
type Faults = {
  /** So many of the next appends are recorded, and never answered. */
  lostAnswers: number
  /** So many of the next appends are neither recorded nor answered. */
  lostAppends: number
  /** How long an append waits for its answer after it was recorded, in milliseconds. */
  appendDelay: number
  /** How long each event waits before it is read, in milliseconds. */
  readDelay: number
  /** So many of the next reads are never answered; subscriptions are. */
  lostReads: number
  /** So many of the next subscriptions are never confirmed. */
  lostSubscriptions: number
  /** So many events from before its position are handed out again by a subscription that begins. */
  repeated: number
  /** A subscription never hears that it has caught up: so do servers older than 23.10. */
  neverCaughtUp: boolean
  /** The right that the client lacks: to append, or to read $all. */
  denies: 'append' | 'follow' | 'nothing'
}

const none: Faults = {
  lostAnswers: 0,
  lostAppends: 0,
  appendDelay: 0,
  readDelay: 0,
  lostReads: 0,
  lostSubscriptions: 0,
  repeated: 0,
  neverCaughtUp: false,
  denies: 'nothing',
}

/**
 * A server that speaks EventStoreDB's own protocol and keeps its rules, on a port of its own (or `at` one), for where
 * no EventStoreDB can run. In memory, unless a file is named. Not a store: it is as slow as it is simple.
 */
export async function startDouble(file?: string, at?: number) {
  const log = openLog(file)
  const faults = { ...none }
  const begun: bigint[] = []
  const inside: Inside = { log, faults, begun, stuck: 0, reads: 0, eventsRead: 0 }
  const server = new Server()
  const relay = await openRelay(await listen(server, inside, () => relay.port), at)
  return {
    ...relay,
    /** The address that clients are given. */
    url: `esdb://127.0.0.1:${relay.port}?tls=false`,
    /** The same, for a client that asks the cluster for its leader first. */
    discoverUrl: `esdb+discover://127.0.0.1:${relay.port}?tls=false`,
    /** All that is recorded, the server's own events among it. */
    entries: log.entries as readonly Entry[],
    /** After which positions the subscriptions to $all began so far; 0 for the start, and -1 for the end. */
    begun: begun as readonly bigint[],
    faults,
    /** How often something was read so far, without subscriptions. */
    reads: () => inside.reads,
    /** How many events these were. */
    eventsRead: () => inside.eventsRead,
    /** From now on subscriptions wait before an entry, or before the next one. Answers what lets them all go on. */
    holdSubscriptionsAt(entry?: Entry): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      inside.held = { from: entry, released: promise }
      return () => {
        inside.held = undefined
        resolve()
      }
    },
    /** The subscriptions to $all that are open say nothing any more, and do not end. */
    stickSubscriptions() {
      inside.stuck = begun.length
    },
    /** Nothing goes wrong any more. */
    heal: () => Object.assign(faults, none),
    async close() {
      await relay.down()
      server.forceShutdown()
    },
  }
}

type Inside = {
  log: Log
  faults: Faults
  begun: bigint[]
  stuck: number
  reads: number
  eventsRead: number
  held?: { from: Entry | undefined; released: Promise<void> } | undefined
}

async function listen(server: Server, inside: Inside, port: () => number): Promise<number> {
  server.addService(StreamsService, {
    append: append(inside),
    batchAppend: batchAppend(inside),
    read: read(inside),
    delete: unimplemented,
    tombstone: unimplemented,
  })
  server.addService(ServerFeaturesService, { getSupportedMethods })
  server.addService(GossipService, { read: members(port) })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
    error ? reject(error) : resolve(bound),
  )
  return promise
}

/** Whether one of the faults that are counted is due. */
function happens(faults: Faults, name: 'lostAppends' | 'lostAnswers' | 'lostReads' | 'lostSubscriptions'): boolean {
  if (faults[name] <= 0) return false
  faults[name]--
  return true
}

/** Appends as the faults will have it; undefined when there is never an answer. */
async function recorded(
  { log, faults }: Inside,
  stream: string,
  proposed: Proposed[],
  expected: Expected,
): Promise<Outcome | undefined> {
  if (happens(faults, 'lostAppends')) return undefined
  const outcome = log.append(stream, proposed, expected)
  if (happens(faults, 'lostAnswers')) return undefined
  if (faults.appendDelay > 0) await pause(faults.appendDelay)
  return outcome
}

const append =
  (inside: Inside): handleClientStreamingCall<AppendReq, AppendResp> =>
  async (call, answer) => {
    let options: AppendReq.Options | undefined
    const proposed: Proposed[] = []
    try {
      for await (const request of call as AsyncIterable<AppendReq>) {
        if (request.hasOptions()) options = request.getOptions()
        else proposed.push(wire.proposedIn(request.getProposedMessage()!))
      }
    } catch {
      return // broken off before it was whole
    }
    if (inside.faults.denies === 'append') return answer(denied())
    const expected = wire.expectedIn(options!)
    const outcome = await recorded(inside, wire.nameIn(options!.getStreamIdentifier()), proposed, expected)
    if (outcome) answer(null, wire.appendAnswer(outcome, expected))
  }

const batchAppend =
  (inside: Inside): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> =>
  (call) => {
    const begun = new Map<string, { options: BatchAppendReq.Options; proposed: Proposed[] }>()
    call.on('data', async (request: BatchAppendReq) => {
      const id = request.getCorrelationId()!
      const batch = begun.get(id.getString()) ?? { options: request.getOptions()!, proposed: [] }
      begun.set(id.getString(), batch)
      batch.proposed.push(...request.getProposedMessagesList().map(wire.proposedIn))
      if (!request.getIsFinal()) return
      begun.delete(id.getString())
      const [stream, expected] = [wire.nameIn(batch.options.getStreamIdentifier()), wire.expectedIn(batch.options)]
      const outcome = await recorded(inside, stream, batch.proposed, expected)
      if (outcome && !call.cancelled) call.write(wire.batchAnswer(id, stream, outcome, expected))
    })
    call.on('error', () => {}) // the client broke off
    call.on('end', () => call.end())
  }

const read =
  (inside: Inside): handleServerStreamingCall<ReadReq, ReadResp> =>
  async (call) => {
    call.on('error', () => {}) // the client broke off
    const options = call.request.getOptions()!
    if (options.hasAll() && inside.faults.denies === 'follow') return void call.emit('error', denied())
    const reader = readerOf(call, inside.faults)
    if (options.hasSubscription()) await subscription(inside, reader, options)
    else if (happens(inside.faults, 'lostReads')) await reader.gone
    else {
      inside.reads++
      await page(inside, reader, options)
    }
    if (!call.cancelled) call.end()
  }

type Reader = ReturnType<typeof readerOf>

/** A reader with backpressure. */
function readerOf(call: ServerWritableStream<ReadReq, ReadResp>, faults: Faults) {
  let free = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  call.on('drain', () => free.resolve())
  call.on('cancelled', () => {
    gone.resolve()
    free.resolve()
  })

  async function say(answer: ReadResp): Promise<void> {
    if (call.cancelled) return
    free = Promise.withResolvers()
    if (!call.write(answer)) await free.promise
  }

  return {
    say,
    async tell(entry: Entry): Promise<void> {
      if (faults.readDelay > 0) await pause(faults.readDelay)
      await say(wire.eventAnswer(entry))
    },
    isGone: () => call.cancelled,
    gone: gone.promise,
  }
}

/** So many events from a place, that included; backwards from a place in $all, that excluded. */
async function page(inside: Inside, reader: Reader, options: ReadReq.Options): Promise<void> {
  const { log } = inside
  const backwards = options.getReadDirection() === 1
  const count = Number(options.getCount())
  const stream = options.getStream()
  const known = stream ? log.inStream(wire.nameIn(stream.getStreamIdentifier())) : log.entries
  if (!known) return reader.say(wire.notFound(wire.nameIn(stream!.getStreamIdentifier())))
  const from = stream ? placeInStream(known, stream, backwards) : placeInAll(log, options.getAll()!)
  const entries = backwards ? known.slice(Math.max(0, from - count), from).reverse() : known.slice(from, from + count)
  inside.eventsRead += entries.length
  for (const entry of entries) await reader.tell(entry)
}

function placeInStream(known: readonly Entry[], from: ReadReq.Options.StreamOptions, backwards: boolean): number {
  if (from.hasStart()) return backwards ? 1 : 0
  if (from.hasEnd()) return known.length
  return Number(from.getRevision()) + (backwards ? 1 : 0)
}

function placeInAll(log: Log, from: ReadReq.Options.AllOptions): number {
  if (from.hasStart()) return 0
  if (from.hasEnd()) return log.entries.length
  return log.indexAt(BigInt(from.getPosition()!.getCommitPosition()))
}

/**
 * Sends the events recorded after a place, then the word that these were all, then new ones; with checkpoints if filtered.
 */
async function subscription(inside: Inside, reader: Reader, options: ReadReq.Options): Promise<void> {
  const { log, faults, begun } = inside
  const stream = options.getStream()
  const { wanted, interval } = wire.filterIn(options)
  const source = () => (stream ? (log.inStream(wire.nameIn(stream.getStreamIdentifier())) ?? []) : log.entries)
  let at = Math.max(0, beginning(log, source(), options) - faults.repeated)
  const number = stream ? Number.POSITIVE_INFINITY : begun.push(positionIn(options.getAll()!))
  let considered = 0
  let announced = false
  if (happens(faults, 'lostSubscriptions')) return reader.gone
  await reader.say(wire.confirmed(randomUUID()))
  while (!reader.isGone()) {
    const more = log.grown()
    if (number <= inside.stuck) return reader.gone
    for (const entry of source().slice(at)) {
      const { held } = inside
      if (held && entry === (held.from ?? entry)) await Promise.race([held.released, reader.gone])
      if (reader.isGone()) return
      at++
      if (wanted(entry)) await reader.tell(entry)
      if (++considered % interval === 0) await reader.say(wire.checkpointAt(entry))
    }
    if (at < source().length) continue
    if (!announced && !faults.neverCaughtUp) await reader.say(wire.caughtUp())
    announced = true
    await Promise.race([more, reader.gone])
  }
}

/**
 * Where a subscription begins: after the event it names. As in the real server a position in $all is looked up first,
 * and the one event found at or after it is left out, be it at that very position or not.
 */
function beginning(log: Log, known: readonly Entry[], options: ReadReq.Options): number {
  const [stream, all] = [options.getStream(), options.getAll()]
  const from = stream ?? all!
  if (from.hasStart()) return 0
  if (from.hasEnd()) return known.length
  if (stream) return Number(stream.getRevision()) + 1
  return log.indexAt(BigInt(all!.getPosition()!.getCommitPosition())) + 1
}

function positionIn(from: ReadReq.Options.AllOptions): bigint {
  if (from.hasStart()) return 0n
  return from.hasEnd() ? -1n : BigInt(from.getPosition()!.getCommitPosition())
}

const getSupportedMethods: handleUnaryCall<unknown, InstanceType<typeof features.SupportedMethods>> = (_, answer) => {
  const methods = [
    ...Object.values(StreamsService).map(({ path }) => path),
    ...Object.values(GossipService).map(({ path }) => path),
  ].map((path) => {
    const [, service, method] = path.split('/')
    return new features.SupportedMethod().setServiceName(service!).setMethodName(method!.toLowerCase())
  })
  answer(null, new features.SupportedMethods().setMethodsList(methods).setEventStoreServerVersion('23.10.0'))
}

const members =
  (port: () => number): handleUnaryCall<unknown, InstanceType<typeof gossip.ClusterInfo>> =>
  (_, answer) => {
    const leader = new gossip.MemberInfo()
      .setInstanceId(wire.uuid(randomUUID()))
      .setTimeStamp(String(Date.now()))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port()))
    answer(null, new gossip.ClusterInfo().setMembersList([leader]))
  }

/** The error for a client that lacks the right. */
function denied(): ServiceError {
  const metadata = new Metadata()
  metadata.set('exception', 'access-denied')
  const [code, details] = [status.PERMISSION_DENIED, 'Access Denied']
  return Object.assign(new Error(details), { code, details, metadata })
}

const unimplemented: handleUnaryCall<unknown, never> = (_, answer) =>
  answer({ code: status.UNIMPLEMENTED, details: 'the double does not do this' })
