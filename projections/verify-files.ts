import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { z } from 'zod'
import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orderEvents, orders } from '#domain/order/actions.ts'
import { erasedFilename } from '#domain/order/conversation.ts'
import type { FileAnswer } from '#domain/questionnaire/question.ts'
import { type Agency, type AgencyEvent, filesOfAgency } from '#domain/settings/agency.ts'
import { agencyStream } from '#domain/settings/brand.ts'
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

/** A file that has to be there: what it is called in a sentence, and who sent it. Of a logo no size or hash is recorded. */
type Expected = Pick<FileAnswer, 'filename' | 'size' | 'sha256'> & { named: string; by: string }

/** How many events are read before others have a turn. */
const atOnce = 100

/** The types of events that name a file, or say that it goes. */
const aboutFiles: ReadonlySet<string> = new Set([
  ...Object.values(orderEvents).flatMap(({ type, schema }) => (hasFile(schema) ? [type] : [])),
  'ClientErased' satisfies OrderEvent['type'],
  'AgencyRevised' satisfies AgencyEvent['type'],
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
    if (problem !== undefined) problems.push(`${file.named}, sent by ${file.by}: ${problem}.`)
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
    if (!aboutFiles.has(stored.type)) continue
    try {
      const decoded = decode(stored)
      const secrets = isSealed(decoded) ? await keys.keysById(decoded.sealed.map(({ key }) => key)) : new Map()
      note(expected, isSealed(decoded) ? sealing.open(decoded, secrets) : decoded)
    } catch (error) {
      if (error instanceof Unavailable) throw error // damage is reported by the check of the stream’s chain
    }
  }
  return expected
}

function note(expected: Map<string, Expected>, event: Recorded): void {
  for (const name of removedFiles(event) ?? []) expected.delete(name)
  for (const file of filesNamedIn(event)) if (!expected.has(file.filename)) expected.set(file.filename, file)
}

function filesNamedIn(event: Recorded): Expected[] {
  const { stream, data } = event
  const by = `${event.by.name} (${event.by.id})`
  if (stream === agencyStream) {
    const names = filesOfAgency(data as Agency)
    return names.map((filename) => ({ filename, by, named: `The logo (${filename}) of the agency` }))
  }
  const order = idIn(orders, stream)
  if (order === undefined || removedFiles(event)) return []
  return filesWithin(data)
    .filter(({ filename }) => filename !== erasedFilename)
    .map((file) => ({ ...file, by, named: `“${file.originalName}” (${file.filename}) of the order ${order}` }))
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
