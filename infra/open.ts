import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openSqliteDocuments } from './documents/sqlite.ts'
import type { DocumentStore } from './documents/store.ts'
import { openSqliteEvents } from './events/sqlite.ts'
import type { EventStore } from './events/store.ts'
import { openDiskFiles } from './files/disk.ts'
import type { FileStore } from './files/store.ts'
import type { Mailer } from './mail/mailer.ts'
import { addressIn } from './mail/message.ts'
import { openOutbox, outboxIn } from './mail/outbox.ts'
import { openSmtp } from './mail/smtp.ts'
import { Misconfigured } from './misconfigured.ts'
import { vapidKeys } from './push/keys.ts'
import type { Pusher } from './push/pusher.ts'
import { openWebPush } from './push/web-push.ts'
import type { Settings } from './settings.ts'

export type Stores = {
  events: EventStore
  documents: DocumentStore
  files: FileStore
  /** One line for each store: what it is and where. */
  lines: string[]
  close(): Promise<void>
}

/** Opens the stores that the settings choose. Throws `Misconfigured` when one cannot be had. */
export async function openStores({ dataDir }: Pick<Settings, 'dataDir'>): Promise<Stores> {
  const folder = resolve(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new Misconfigured(`DATA_DIR cannot be used: ${error.message}.`)
  })
  const events = openSqliteEvents(join(folder, 'events.db'))
  const documents = openSqliteDocuments(join(folder, 'documents.db'))
  const files = await openDiskFiles(join(folder, 'files'))
  return {
    events,
    documents,
    files,
    lines: [
      `events     SQLite, ${join(folder, 'events.db')}`,
      `documents  SQLite, ${join(folder, 'documents.db')}`,
      `files      disk, ${join(folder, 'files')}`,
    ],
    async close() {
      await Promise.all([events.close(), documents.close(), files.close()])
    },
  }
}

export type Post = {
  mailer: Mailer
  pusher: Pusher
  /** One line for each: what carries it. */
  lines: string[]
  close(): Promise<void>
}

/** Opens what reaches people who are not looking. Throws `Misconfigured` when it cannot be had as the settings say. */
export async function openPost({ dataDir, publicUrl, mail = {}, push = {} }: Settings): Promise<Post> {
  const from = mail.from ?? `Atelier <atelier@${publicUrl ? new URL(publicUrl).hostname : 'localhost'}>`
  const folder = outboxIn(resolve(dataDir))
  const mailer = mail.smtpUrl ? openSmtp({ url: mail.smtpUrl, from }) : await openOutbox({ folder, from })
  const keys = await vapidKeys(dataDir, push.keys)
  const pusher = openWebPush({ keys, subject: push.subject ?? `mailto:${addressIn(from)}`, local: push.local })
  return {
    mailer,
    pusher,
    lines: [`mail       ${mail.smtpUrl ? `SMTP, ${new URL(mail.smtpUrl).host}` : `outbox, ${folder}`}`],
    async close() {
      await Promise.all([mailer.close(), pusher.close()])
    },
  }
}
