import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Misconfigured } from './misconfigured.ts'
import { createPrivate } from './private-files.ts'

/** SQLite's own numbers of what it finds (https://www.sqlite.org/rescode.html). */
const [sqlError, busy, corrupt, notADatabase] = [1, 5, 11, 26]

/** Whether SQLite says that the file is damaged, or none of its own. */
export const isDamage = (error: unknown): boolean =>
  [corrupt, notADatabase].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** Returns what is read, or `otherwise` where the pages that it is on, or that lead to it, are damaged. */
export function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (isDamage(error)) return otherwise
    throw error
  }
}

/** Another process has the database open. */
export class InUse extends Misconfigured {}

/** The pragmas of every database. The last: a backup that reads for long makes the log grow, and then it is cut again. */
const pragmas = 'pragma journal_mode = wal; pragma journal_size_limit = 67108864'

/** The size of a file in bytes; 0 when it is not there. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Whether a log stands without its database, of which it is all that is left: SQLite throws it away when it opens that. */
export function isLogAlone(path: string): boolean {
  return sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0
}

/** How long nothing is written, in milliseconds, before the log is cut: all of it stands in the database by then. */
const restMs = 10_000

/** Cuts the log of a database whenever nothing is written to it for a while: of many small stores logs would be the most. */
function cutLogAtRest(database: DatabaseSync, path: string): NodeJS.Timeout {
  const changes = database.prepare('select total_changes() as total')
  let known: unknown
  const look = () => {
    if (!database.isOpen || database.isTransaction) return
    const { total } = changes.get()!
    const isAtRest = total === known && sizeOf(`${path}-wal`) > 0
    known = total
    try {
      if (isAtRest) database.exec('pragma wal_checkpoint(truncate)')
    } catch {
      // A full disk, say: the next write throws it.
    }
  }
  return setInterval(look, restMs).unref()
}

/** A database that this process alone writes. */
export type OpenDatabase = { database: DatabaseSync; close(): void }

/**
 * Opens a database for the life of this process and sets it up; returns it with what `setUp` made. Throws `Misconfigured`
 * when another process has it open, when it cannot be written, and when its log is all that is left. When it is damaged,
 * the error ends with the `remedy`: also when `setUp` comes upon that. Before it is opened, `prepare` may look at its
 * files or exchange them. The lock is on a file of its own, so a backup can read the database by a second connection of
 * this process. It goes with the process, even when that is killed. Nothing else may open and close that file: the system
 * would drop the lock.
 */
export function openSqlite<Made extends object = {}>(
  path: string,
  remedy: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: most make nothing
  setUp: (database: DatabaseSync) => Made | void,
  prepare: () => void = () => {},
): OpenDatabase & Made {
  const opened: DatabaseSync[] = []
  const open = (file: string) => {
    if (file !== ':memory:') createPrivate(file)
    const database = new DatabaseSync(file)
    opened.unshift(database)
    return database
  }
  let resting: NodeJS.Timeout | undefined
  const close = () => {
    clearInterval(resting)
    for (const database of opened) if (database.isOpen) database.close()
  }
  try {
    if (path !== ':memory:') open(`${path}.lock`).exec('pragma journal_mode = off; begin exclusive')
    prepare()
    if (isLogAlone(path)) throw new Misconfigured(`${path} is missing, but its log ${path}-wal exists: ${remedy}.`)
    const database = open(path)
    database.exec(pragmas)
    const made = setUp(database)
    resting = cutLogAtRest(database, path)
    return { database, close, ...(made as Made) }
  } catch (error) {
    close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === undefined) throw error
    const Problem = (errcode & 0xff) === busy ? InUse : Misconfigured
    throw new Problem(`${path} ${problemOf(errcode & 0xff, message, remedy)}.`)
  }
}

/** The fault of a file as a database, if it has one. An integrity check compares its indexes with their tables, too. */
export function faultIn(database: DatabaseSync, check: 'quick_check' | 'integrity_check'): string | undefined {
  const found = String(database.prepare(`pragma ${check}(1)`).get()![check])
  return found === 'ok' ? undefined : found.replaceAll(/\s+/g, ' ')
}

/** Throws `Misconfigured` where a file has a fault; `remedy` is the end of the sentence. */
export function refuseFault(fault: string | undefined, path: string, remedy: string): void {
  if (fault !== undefined) throw new Misconfigured(`${path} is damaged: ${remedy} (${fault}).`)
}

function problemOf(code: number, message: string, remedy: string): string {
  if (code === busy) return 'is in use: another Atelier is running with this data folder. Stop it first'
  // The last: a table without its columns.
  if ([corrupt, notADatabase, sqlError].includes(code)) return `is damaged or not a database: ${remedy}`
  return `cannot be opened for reading and writing: ${message}`
}

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
