import { createHmac } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document, DocumentStore } from './documents/store.ts'
import type { EventStore } from './events/store.ts'
import type { PersonKeys } from './keys/person-keys.ts'
import { Misconfigured } from './misconfigured.ts'
import { loadOrCreateSecret, newSecret, readSecret, writeSecret } from './secret.ts'
import type { Settings } from './settings.ts'

/** The file of the data folder that the session secret is in, when it is no setting. */
export const sessionSecretName = 'session.secret'

/** A shorter one was damaged: it is made with 43 characters, and the setting has at least 32. */
const isWhole = (secret: string) => secret.length >= 32

export type ServerSecrets = {
  /** Signs the cookies of sessions, and nothing else: another one logs everybody out. */
  session: string
  /** The former secret of sessions, while that is changed. */
  sessionBefore?: string | undefined
  /**
   * The secret that seals second factors and webhooks. Recovery codes, links in mails, API keys and the key that signs
   * heads and histories derive from it. Stored with the keys of personal data.
   */
  installation: string
  /** The changes since the last start, and their consequences, a sentence each. */
  warnings: string[]
}

/** The name of the secret, stored with the keys, that everything else is sealed with or derived from. */
export const installationName = 'installation'

/**
 * Hands the installation secret on to the keys that stores were moved to, and answers it. Of a source from before there was
 * one, that has not been started since, it is the session secret.
 */
export async function moveInstallationSecret(
  { sessionSecret, dataDir }: SecretSettings,
  from: PersonKeys,
  to: PersonKeys,
): Promise<string> {
  const known = (await from.secrets()).get(installationName)
  const secret = known ?? sessionSecret ?? (await readSecret(dataDir, sessionSecretName))
  return to.secret(installationName, secret ?? newSecret())
}

type SecretSettings = Pick<Settings, 'sessionSecret' | 'sessionSecretBefore' | 'dataDir'>
type Stores = { keys: PersonKeys; events: Pick<EventStore, 'end'>; documents: DocumentStore }

/**
 * The secrets of the server. The session secret was the only one before. Where there are events and no installation
 * secret yet, it becomes that too, so that what it has sealed still opens. Throws `Misconfigured`.
 */
export async function openServerSecrets(
  { sessionSecret, sessionSecretBefore, dataDir }: SecretSettings,
  { keys, events, documents }: Stores,
): Promise<ServerSecrets> {
  const isFirst = (await events.end()) === 0n
  const known = sessionSecret ?? (await readSecret(dataDir, sessionSecretName))
  const session = sessionSecret ?? (await loadOrCreateSecret(dataDir, sessionSecretName, { isWhole }))
  const initial = isFirst || known !== session ? newSecret() : session
  const wasThere = known !== undefined || (await keys.secrets()).has(installationName)
  const installation = await keys.secret(installationName, initial)
  const sessionBefore = sessionSecret === undefined ? (await formerSession(dataDir))?.secret : sessionSecretBefore
  const rotated = sessionBefore === undefined ? undefined : digestBy(installation, sessionBefore)
  const changed = await isOtherThanBefore(documents, 'session', digestBy(installation, session), rotated)
  const lost = !isFirst && wasThere && known !== session
  const what = lost
    ? `${sessionSecretName} was ${known === undefined ? 'missing' : 'damaged'} and has been created again`
    : ''
  const warning = `${what || 'The session secret has changed'}: everyone must log in again. Nothing else is lost.`
  return { session, sessionBefore, installation, warnings: lost || changed ? [warning] : [] }
}

/** The file that the session secret of before a rotation is in. */
const formerSessionName = `${sessionSecretName}.before`

/** A session that is not used ends after so long: what was signed before that is good no more. In milliseconds. */
const rotationLifetime = 30 * 24 * 60 * 60 * 1000

/** The session secret of before a rotation, and the time that it ends at: the file is removed then, after thirty days. */
export async function formerSession(dataDir: string): Promise<{ secret: string | undefined; end: number } | undefined> {
  const path = join(dataDir, formerSessionName)
  const found = await stat(path).catch(() => undefined)
  if (!found) return undefined
  const end = found.mtimeMs + rotationLifetime
  if (Date.now() < end) return { secret: await readSecret(dataDir, formerSessionName), end }
  await rm(path, { force: true })
  return undefined
}

/**
 * Makes a new session secret in the data folder, for the next start. The former one goes on as long as sessions do that are not
 * used; `atOnce` everybody is logged out. Killed in between it can be done again. Throws `Misconfigured` while the former
 * one of the last rotation goes on: the place is for one alone.
 */
export async function rotateSessionSecret(dataDir: string, atOnce: boolean): Promise<void> {
  const former = await readSecret(dataDir, sessionSecretName)
  if (atOnce) await rm(join(dataDir, formerSessionName), { force: true })
  else if (former !== undefined) await keepFormer(dataDir, former)
  await writeSecret(dataDir, sessionSecretName, newSecret())
}

async function keepFormer(dataDir: string, former: string): Promise<void> {
  const before = await formerSession(dataDir)
  // The same one is there where a rotation was killed in between.
  if (before && before.secret !== former) {
    const lastDay = new Date(before.end).toISOString().slice(0, 10)
    throw new Misconfigured(
      `The session secret was rotated less than 30 days ago: rotate it again after ${lastDay}, or now with --at-once, which logs everybody out.`,
    )
  }
  await writeSecret(dataDir, formerSessionName, former)
}

/** Digests a secret by a key: a reader of the documents could try no passwords against it. */
const digestBy = (key: string, secret: string) => createHmac('sha256', key).update(secret).digest('base64url')

type Witness = Document & { value: string }

/**
 * Whether something public is another than at the last start, unless it was `rotated`, then; the next one is compared with
 * this one.
 */
async function isOtherThanBefore(
  documents: DocumentStore,
  name: string,
  value: string,
  rotated?: string,
): Promise<boolean> {
  const known = await documents.collection<Witness>('witnesses').get(name)
  if (known?.value === value) return false
  const put: Witness = { id: name, revision: (known?.revision ?? 0) + 1, value }
  await documents.write([{ collection: 'witnesses', put }])
  return known !== undefined && known.value !== rotated
}

/** What says whether the server of these stores signed its sessions with a secret at its last start, where that was noted. */
export async function signedSessions({
  keys,
  documents,
}: Omit<Stores, 'events'>): Promise<((secret: string | undefined) => boolean) | undefined> {
  const installation = (await keys.secrets()).get(installationName)
  const known = await documents.collection<Witness>('witnesses').get('session')
  if (installation === undefined || !known) return undefined
  return (secret) => secret !== undefined && known.value === digestBy(installation, secret)
}

/** The consequences where the key of pushes differs from that of the last start, in a sentence. */
export const pushKeyWarnings = async (documents: DocumentStore, publicKey: string): Promise<string[]> =>
  (await isOtherThanBefore(documents, 'push', publicKey))
    ? [
        'The key for push notifications (vapid.secret or VAPID_PRIVATE_KEY) has changed. Restore the former key, or ask people to turn notifications on again.',
      ]
    : []

/** The consequences where files are stored elsewhere than at the last start, in a sentence; without a bucket they are on disk. */
export const filePlaceWarnings = async (documents: DocumentStore, s3: Settings['s3']): Promise<string[]> =>
  (await isOtherThanBefore(documents, 'files', s3 ? `${s3.endpoint ?? ''} ${s3.bucket}` : ''))
    ? [
        'Files are stored in another place than at the last start: S3_BUCKET or S3_ENDPOINT has changed. Set it back, or move the earlier files to the new place.',
      ]
    : []
