import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { z } from 'zod'
import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orderEvents, orders } from '#domain/order/actions.ts'
import { erasedFilename } from '#domain/order/conversation.ts'
import type { FileAnswer } from '#domain/questionnaire/question.ts'
import { hashContent, hashFile } from '#infra/backup/hash.ts'
import { fileFolders } from '#infra/backup/manifest.ts'
import { createSealing } from '#infra/events/sealing.ts'
import type { EventStore } from '#infra/events/store.ts'
import { decode, isSealed } from '#infra/events/stored-event.ts'
import { type FileStore, isFileName } from '#infra/files/store.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { filesWithin, removedFiles } from './order/files.ts'

/** A stored file as it is found: its size in bytes, and its SHA-256 in hexadecimal, which takes reading it. */
type FoundFile = { size: number; sha256(): Promise<string> }

/** A file that has to be there: where it was named, and by whom it was sent. */
type Expected = FileAnswer & { order: string; by: string }

/** How many events are read before others have a turn. */
const atOnce = 100

/** The types of events that name a file, or say that it goes. */
const aboutFiles: ReadonlySet<string> = new Set([
  ...Object.values(orderEvents).flatMap(({ type, schema }) => (hasFile(schema) ? [type] : [])),
  'ClientErased' satisfies OrderEvent['type'],
])

/** Whether a value of this schema may name a stored file somewhere within. */
function hasFile(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return ('filename' in def.shape && 'originalName' in def.shape) || Object.values(def.shape).some(hasFile)
    case 'array':
      return hasFile(def.element)
    case 'record':
      return hasFile(def.valueType)
    case 'union':
      return def.options.some(hasFile)
    case 'optional':
    case 'nullable':
      return hasFile(def.innerType)
    default:
      return false
  }
}

/** Finds a file by its name; undefined where there is none, or why it can’t be read. */
type Find = (name: string) => Promise<FoundFile | string | undefined>

/**
 * Compares every file that the events name, and none has deleted, with the file `found` under its name, by recorded
 * size and SHA-256. `found` may also say why that can’t be read. Answers how many there are, and what is missing or not
 * what was sent: a sentence each, with order, file and person. What was erased is not looked for.
 */
export async function verifyFiles(
  events: Pick<EventStore, 'everyStored'>,
  keys: Pick<PersonKeys, 'keysById'>,
  found: Find,
): Promise<{ files: number; problems: string[] }> {
  const expected = await expectedFiles(events, keys)
  const problems: string[] = []
  for (const file of expected.values()) {
    const problem = await problemWith(file, found)
    if (problem === undefined) continue
    const { originalName, filename, order, by } = file
    problems.push(`“${originalName}” (${filename}) of the order ${order}, sent by ${by}: ${problem}.`)
  }
  return { files: expected.size, problems }
}

async function problemWith({ filename, size, sha256 }: Expected, find: Find): Promise<string | undefined> {
  try {
    const found = await find(filename)
    if (!found) return 'is missing'
    if (typeof found === 'string') return found
    if (size !== undefined && size !== found.size) return `has ${found.size} bytes instead of ${size}`
    const isSame = sha256 === undefined || sha256 === (await found.sha256())
    return isSame ? undefined : 'was changed after it was sent (its SHA-256 differs)'
  } catch (error) {
    if (error instanceof Unavailable) throw error // the others could not be read either
    return `can’t be read (${(error as Error).message})`
  }
}

async function expectedFiles(events: Pick<EventStore, 'everyStored'>, keys: Pick<PersonKeys, 'keysById'>) {
  const sealing = createSealing()
  const expected = new Map<string, Expected>()
  let read = 0
  for await (const stored of events.everyStored()) {
    if (++read % atOnce === 0) await turn()
    const order = aboutFiles.has(stored.type) ? idIn(orders, stored.stream) : undefined
    if (order === undefined) continue
    try {
      const decoded = decode(stored)
      const secrets = isSealed(decoded) ? await keys.keysById(decoded.sealed.map(({ key }) => key)) : new Map()
      note(expected, order, (isSealed(decoded) ? sealing.open(decoded, secrets) : decoded) as Recorded<OrderEvent>)
    } catch (error) {
      if (error instanceof Unavailable) throw error // damage is reported by the check of the stream’s chain
    }
  }
  return expected
}

function note(expected: Map<string, Expected>, order: string, event: Recorded<OrderEvent>): void {
  const { data, by } = event
  const removed = removedFiles(event)
  for (const name of removed ?? []) expected.delete(name)
  if (removed) return
  for (const file of filesWithin(data)) {
    if (file.filename === erasedFilename || expected.has(file.filename)) continue
    expected.set(file.filename, { ...file, order, by: `${by.name} (${by.id})` })
  }
}

/** The files of a data folder, or of a backup. */
export const filesOnDisk =
  (folder: string) =>
  async (name: string): Promise<FoundFile | undefined> => {
    if (!isFileName(name)) return undefined
    for (const place of fileFolders) {
      const path = join(folder, place, name)
      const found = await stat(path).catch(() => undefined)
      if (found) return { size: found.size, sha256: async () => (await hashFile(path)).sha256 }
    }
    return undefined
  }

/** The files of a store, as in a bucket. */
export const filesInStore =
  (files: Pick<FileStore, 'stat' | 'get'>) =>
  async (name: string): Promise<FoundFile | undefined> => {
    const found = await files.stat(name)
    const content = async () => (await files.get(name)) ?? Readable.from([])
    return found && { size: found.size, sha256: async () => (await hashContent(await content())).sha256 }
  }
