import { resolve } from 'node:path'
import { operator } from '#domain/account/account.ts'
import { counted, digits } from '#domain/count.ts'
import { hashContent } from '#infra/backup/hash.ts'
import type { FileStore } from '#infra/files/store.ts'
import { openStores, type Stores } from '#infra/open.ts'
import { createSigner, type Signer } from '#infra/proof/signature.ts'
import { vapidKeys } from '#infra/push/keys.ts'
import { readSecret } from '#infra/secret.ts'
import { moveInstallationSecret, signedSessions } from '#infra/server-secrets.ts'
import type { Settings } from '#infra/settings.ts'
import { removedFiles } from '#projections/order/files.ts'
import { checkUnused, compareDocuments, copyDocuments, positionsIn, removeErasedDrafts } from './documents.ts'
import { compareEvents, copyEvents, countCopied, noteSealing } from './events.ts'
import { megabytes, type Progress } from './progress.ts'
import { DiffError, retry } from './retry.ts'
import { checkSourceAndTarget, shareFileStore, shareKeys } from './source-and-target.ts'

/**
 * Brings everything from one set of stores into another, and reads it on both sides. The source stays as it is, and
 * must not be in use. Done again it goes on where it was. Throws `Misconfigured` and `DiffError`, and `Unavailable`
 * when a store is away for too long.
 */
export async function migrateStores(from: Settings, to: Settings, progress: Progress): Promise<void> {
  checkSourceAndTarget(from, to)
  const filesMove = !shareFileStore(from, to)
  const source = await openStores(from)
  try {
    await inStores(to, (target) => {
      for (const line of ['From', ...source.lines, 'to', ...target.lines, '']) progress.log(line)
      return copy(source, target, { filesMove, keysMove: !shareKeys(from, to) }, progress)
    })
    // Opened again: what is compared is what was kept, not what is still in memory.
    await inStores(to, async (target) => {
      const signer = createSigner(await moveInstallationSecret(from, source.keys, target.keys))
      await finish(source, target, { filesMove, signer }, progress)
    })
    progress.log('Read models are not moved; the first start rebuilds them.')
    for (const line of await secretsToMove(source, from, to)) progress.log(line)
  } finally {
    await source.close()
  }
}

async function inStores(settings: Settings, work: (stores: Stores) => Promise<void>): Promise<void> {
  const stores = await openStores(settings, { brings: true })
  await work(stores).finally(() => stores.close())
}

/** Files before the events that name them. Nothing is written before the target is checked. */
async function copy(
  source: Stores,
  target: Stores,
  { filesMove, keysMove }: { filesMove: boolean; keysMove: boolean },
  progress: Progress,
): Promise<void> {
  const begun = await countCopied(source.events, target.events)
  if (begun.count === 0) await checkUnused(target.documents)
  if (filesMove) {
    const extra = await extraFiles(source.files, target.files)
    await checkRemoved(extra, source)
    for (const name of extra) await retry(() => target.files.remove(name))
    progress.log(`Copied ${counted(await copyFiles(source.files, target.files, progress), 'file')}.`)
  } else progress.log('The files stay where they are.')
  if (keysMove) {
    // Before the first event that is sealed by them.
    await target.keys.takeOver(source.keys)
    progress.log('Moved the personal data keys. The source keeps its copy until you delete its folder.')
  }
  const copied = await copyEvents(source.events, target.events, begun, progress)
  progress.log(
    `Copied ${counted(copied, 'event')}${begun.count > 0 ? ` after ${digits(begun.count)} that were there` : ''}.`,
  )
}

/** Compares, and brings the documents once it is known which position has become which. */
async function finish(
  source: Stores,
  target: Stores,
  { filesMove, signer }: { filesMove: boolean; signer: Signer },
  progress: Progress,
): Promise<void> {
  const wanted = await positionsIn(source.documents)
  const { events, streams, positions } = await compareEvents(source.events, target.events, wanted, progress)
  const { files, bytes } = filesMove ? await compareFiles(source.files, target.files, progress) : { files: 0, bytes: 0 }
  await removeErasedDrafts(source.documents, target.documents, source.keys.destroyed())
  await copyDocuments(source.documents, target.documents, positions)
  await target.documents.compact() // what an earlier migration brought of people who were erased since
  const { drafts, tasks } = await compareDocuments(source.documents, target.documents, positions)
  const parts = [
    `${counted(events, 'event')} in ${counted(streams, 'stream')}`,
    ...(filesMove ? [`${counted(files, 'file')} (${megabytes(bytes)})`] : []),
    counted(drafts, 'draft'),
    `${counted(tasks, 'task')} still to be done (emails, notifications, deletions)`,
  ]
  progress.log(`Source and target are the same: ${parts.join(', ')}.`)
  const sealed = await noteSealing(source.events, target.events, { by: operator, signer })
  if (sealed === 0) return
  progress.log(
    `Encrypted the personal data of ${counted(sealed, 'event')} on the way. Their streams have new hashes; daily fingerprints that you kept belong to the source.`,
  )
}

type SecretSettings = Pick<Settings, 'dataDir' | 'sessionSecret' | 'push'>

/** The secrets that the target needs, so that people stay logged in and devices still get pushes. No secrets themselves. */
async function secretsToMove(source: Stores, from: SecretSettings, to: SecretSettings): Promise<string[]> {
  const lines: string[] = []
  const [session, next] = [await sessionSecretOf(from), await sessionSecretOf(to)]
  // A file may be of before a rotation in the settings: it counts where the last start went by it.
  const signed = await signedSessions(source)
  const isFormer = from.sessionSecret === undefined && signed?.(session) === false
  const isSame = signed?.(next) || (session === next && !isFormer)
  if (!isSame && (session || isFormer)) {
    const where = isFormer ? ofSettings : whereIn(from, 'session')
    lines.push(`Everyone will be logged out unless SESSION_SECRET equals ${where}.`)
  }
  const pushes = await pushKeyOf(from)
  if (pushes && pushes !== (await pushKeyOf(to))) {
    const { publicKey } = await vapidKeys(from.dataDir, from.push?.keys)
    lines.push(
      `Notifications will stop unless VAPID_PRIVATE_KEY equals ${whereIn(from, 'vapid')} and VAPID_PUBLIC_KEY is ${publicKey}.`,
    )
  }
  return lines
}

const sessionSecretOf = async ({ sessionSecret, dataDir }: SecretSettings) =>
  sessionSecret ?? (await readSecret(dataDir, 'session.secret'))

const pushKeyOf = async ({ push, dataDir }: SecretSettings) =>
  push?.keys?.privateKey ?? (await readSecret(dataDir, 'vapid.secret'))

const ofSettings = 'the source’s settings'

function whereIn({ dataDir, sessionSecret, push }: SecretSettings, name: 'session' | 'vapid'): string {
  const set = name === 'session' ? sessionSecret : push?.keys
  return set ? ofSettings : resolve(dataDir, `${name}.secret`)
}

/** The files of the target that the source does not have. Throws `DiffError` when it has one in another size. */
async function extraFiles(source: FileStore, target: FileStore): Promise<string[]> {
  const extra: string[] = []
  for await (const name of target.list()) {
    const [ours, theirs] = await Promise.all([source.stat(name), target.stat(name)])
    if (!ours) extra.push(name)
    else if (theirs && ours.size !== theirs.size) {
      throw new DiffError(
        `The target has another file ${name}, of ${theirs.size} bytes instead of ${ours.size}. Nothing was overwritten.`,
      )
    }
  }
  return extra
}

const tooMany = (name: string) => new DiffError(`The target has a file that the source doesn’t have: ${name}.`)

/**
 * Throws `DiffError` unless each file is in the source's quarantine, or an event there says that it was removed. An earlier
 * migration has brought those.
 */
async function checkRemoved(names: readonly string[], { events, files }: Stores): Promise<void> {
  if (names.length === 0) return
  const others = new Set(names)
  for await (const name of files.quarantine.list()) others.delete(name)
  for await (const batch of events.follow(0n, new AbortController().signal)) {
    for (const event of batch.events) for (const name of removedFiles(event) ?? []) others.delete(name)
    if (batch.caughtUp) break
  }
  for (const name of others) throw tooMany(name)
}

/** Brings the files that are not there yet. Answers how many those were. */
async function copyFiles(source: FileStore, target: FileStore, progress: Progress): Promise<number> {
  let [copied, bytes] = [0, 0]
  for await (const name of source.list()) {
    const stored = await retry(async () => {
      if (await target.stat(name)) return undefined
      return target.put(name, (await source.get(name))!)
    })
    if (!stored) continue
    copied++
    bytes += stored.size
    progress.status(() => `${counted(copied, 'file')}, ${megabytes(bytes)} …`)
  }
  return copied
}

/** Reads every file on both sides. Throws `DiffError` unless they are the same, byte by byte. */
async function compareFiles(source: FileStore, target: FileStore, progress: Progress) {
  for (const name of await extraFiles(source, target)) throw tooMany(name)
  let [files, bytes] = [0, 0]
  for await (const name of source.list()) {
    const [ours, theirs] = await Promise.all([digestOf(source, name), digestOf(target, name)])
    if (!theirs) throw new DiffError(`The target lacks the file ${name}.`)
    if (ours?.sha256 !== theirs.sha256) {
      throw new DiffError(
        `The file ${name} differs: SHA-256 ${ours?.sha256} in the source, ${theirs.sha256} in the target.`,
      )
    }
    files++
    bytes += ours.size
    progress.status(() => `${counted(files, 'file')} compared, ${megabytes(bytes)} …`)
  }
  return { files, bytes }
}

const digestOf = (store: FileStore, name: string) =>
  retry(async () => {
    const content = await store.get(name)
    return content && (await hashContent(content))
  })
