import shared, { type StreamIdentifier, type UUID } from '@eventstore/db-client/generated/shared_pb.js'
import rpc from '@eventstore/db-client/generated/status_pb.js'
import streams, {
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type BatchAppendResp,
  type ReadReq,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import type { Entry, Expected, Outcome, Proposed } from './log.ts'

export const nameIn = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier!.getStreamName_asU8()).toString('utf8')

export const named = (stream: string): StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'))

export const uuid = (text: string): UUID => new shared.UUID().setString(text)

type ProposedMessage = AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage

export const proposedIn = (message: ProposedMessage): Proposed => ({
  id: message.getId()!.getString(),
  type: message.getMetadataMap().get('type')!,
  json: message.getMetadataMap().get('content-type') === 'application/json',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
})

export function expectedIn(options: AppendReq.Options | BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream'
  if (options.hasAny()) return 'any'
  if (options.hasStreamExists()) return 'stream_exists'
  return BigInt('getRevision' in options ? options.getRevision() : options.getStreamPosition())
}

export function appendAnswer(outcome: Outcome, expected: Expected): AppendResp {
  if ('entries' in outcome) return new streams.AppendResp().setSuccess(success(outcome.entries))
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (outcome.current < 0) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(outcome.current))
  if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty())
  else if (expected === 'any') wrong.setExpectedAny(new shared.Empty())
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new shared.Empty())
  else wrong.setExpectedRevision(String(expected))
  return new streams.AppendResp().setWrongExpectedVersion(wrong)
}

function success(entries: Entry[]): AppendResp.Success {
  const last = entries.at(-1)
  if (!last) return new streams.AppendResp.Success().setNoStream(new shared.Empty()).setNoPosition(new shared.Empty())
  const at = String(last.position)
  const position = new streams.AppendResp.Position().setCommitPosition(at).setPreparePosition(at)
  return new streams.AppendResp.Success().setCurrentRevision(String(last.revision)).setPosition(position)
}

/** The answer to one of the appends that share a call. */
export function batchAnswer(id: UUID, stream: string, outcome: Outcome, expected: Expected): BatchAppendResp {
  const answer = new streams.BatchAppendResp().setCorrelationId(id).setStreamIdentifier(named(stream))
  if ('entries' in outcome) return answer.setSuccess(batchSuccess(outcome.entries))
  const wrong = new shared.WrongExpectedVersion()
  if (outcome.current < 0) wrong.setCurrentNoStream(new empty.Empty())
  else wrong.setCurrentStreamRevision(String(outcome.current))
  if (expected === 'no_stream') wrong.setExpectedNoStream(new empty.Empty())
  else if (expected === 'any') wrong.setExpectedAny(new empty.Empty())
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new empty.Empty())
  else wrong.setExpectedStreamPosition(String(expected))
  const details = new any.Any()
  details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion')
  return answer.setError(new rpc.Status().setMessage('WrongExpectedVersion').setDetails(details))
}

function batchSuccess(entries: Entry[]): BatchAppendResp.Success {
  const last = entries.at(-1)
  if (!last)
    return new streams.BatchAppendResp.Success().setNoStream(new empty.Empty()).setNoPosition(new empty.Empty())
  const at = String(last.position)
  const position = new shared.AllStreamPosition().setCommitPosition(at).setPreparePosition(at)
  return new streams.BatchAppendResp.Success().setCurrentRevision(String(last.revision)).setPosition(position)
}

export function eventAnswer(entry: Entry): ReadResp {
  const position = String(entry.position)
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuid(entry.id))
    .setStreamIdentifier(named(entry.stream))
    .setStreamRevision(String(entry.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(entry.data)
    .setCustomMetadata(entry.metadata)
  recorded
    .getMetadataMap()
    .set('type', entry.type)
    .set('content-type', entry.json ? 'application/json' : 'application/octet-stream')
    .set('created', String(BigInt(entry.at) * 10_000n))
  const event = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position)
  return new streams.ReadResp().setEvent(event)
}

export const notFound = (stream: string): ReadResp =>
  new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(named(stream)))

export const confirmed = (id: string): ReadResp =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id))

export const caughtUp = (): ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp())

export function checkpointAt({ position }: Entry): ReadResp {
  const at = String(position)
  const checkpoint = new streams.ReadResp.Checkpoint().setCommitPosition(at).setPreparePosition(at)
  return new streams.ReadResp().setCheckpoint(checkpoint)
}

/** Which entries a reader of $all wants, and after how many that were looked at it wants a checkpoint. */
export function filterIn(options: ReadReq.Options): { wanted(entry: Entry): boolean; interval: number } {
  const filter = options.getFilter()
  if (!filter) return { wanted: () => true, interval: Infinity }
  const byType = filter.getEventType()
  const expression = byType ?? filter.getStreamIdentifier()!
  const pattern = expression.getRegex() ? new RegExp(expression.getRegex()) : undefined
  const prefixes = expression.getPrefixList()
  const window = filter.hasMax() ? filter.getMax() : 32
  return {
    wanted(entry) {
      const text = byType ? entry.type : entry.stream
      return pattern ? pattern.test(text) : prefixes.some((each) => text.startsWith(each))
    },
    interval: window * filter.getCheckpointintervalmultiplier(),
  }
}
