import { closeSync, openSync, readSync } from 'node:fs'
import { Misconfigured } from './misconfigured.ts'

// The format of a log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const headerSize = 32
const frameHeaderSize = 24

/**
 * The state of the commits in the log of a database. SQLite drops a damaged frame and all after it without a word, so
 * the state is to be asked for before SQLite opens it. `cut`: where each commit waits for the disk, a power cut leaves no more than
 * the last one incomplete. `damaged`: more are lost.
 */
type LogState = 'whole' | 'cut' | 'damaged'

/** Reads the log beside a database; one that is not there is whole. */
export function logStateOf(path: string): LogState {
  const log = openLog(`${path}-wal`)
  if (log === undefined) return 'whole'
  try {
    return stateOf(log)
  } finally {
    closeSync(log)
  }
}

/** Throws `Misconfigured` for a damaged log, with the `remedy` as its end. Only where each commit waits for the disk. */
export function refuseDamagedLog(path: string, remedy: string): LogState {
  const state = logStateOf(path)
  if (state !== 'damaged') return state
  throw new Misconfigured(`${path}-wal is damaged, and changes in it cannot be read: ${remedy}.`)
}

function openLog(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch {
    return undefined
  }
}

function stateOf(log: number): LogState {
  const header = new DataView(new ArrayBuffer(headerSize))
  // Nothing was committed where it was not begun, or where the disk has zeros only.
  if (readSync(log, header, 0, headerSize, 0) < headerSize || header.getUint32(0) === 0) return 'whole'
  const isLittleEndian = (header.getUint32(0) & 1) === 0
  let checksum = checksumOf(header, 0, 24, [0, 0], isLittleEndian)
  if (!isAt(header, 24, checksum)) return 'damaged'
  const salts = [header.getUint32(16), header.getUint32(20)] as const
  const frame = new DataView(new ArrayBuffer(frameHeaderSize + header.getUint32(8)))
  let [isSound, isCommitLost] = [true, false]
  for (
    let at = headerSize;
    readSync(log, frame, 0, frame.byteLength, at) === frame.byteLength;
    at += frame.byteLength
  ) {
    const start = checksumOf(frame, 0, 8, checksum, isLittleEndian)
    const next = checksumOf(frame, frameHeaderSize, frame.byteLength, start, isLittleEndian)
    const isAsWritten = isAt(frame, 16, next)
    const isOfThisLog = isAt(frame, 8, salts)
    if (isAsWritten) checksum = next
    isSound &&= isAsWritten && isOfThisLog
    // Neither of both: left from before the log was begun again.
    if (isSound || !(isAsWritten || isOfThisLog)) continue
    if (isCommitLost) return 'damaged'
    isCommitLost = frame.getUint32(4) > 0
  }
  return isCommitLost ? 'cut' : 'whole'
}

type Checksum = readonly [number, number]

const isAt = (view: DataView, at: number, [first, second]: Checksum): boolean =>
  view.getUint32(at) === first && view.getUint32(at + 4) === second

/** Continues a checksum over the bytes from one place to another. */
function checksumOf(
  view: DataView,
  from: number,
  to: number,
  [first, second]: Checksum,
  isLittleEndian: boolean,
): Checksum {
  for (let at = from; at < to; at += 8) {
    first = (first + view.getUint32(at, isLittleEndian) + second) >>> 0
    second = (second + view.getUint32(at + 4, isLittleEndian) + first) >>> 0
  }
  return [first, second]
}
