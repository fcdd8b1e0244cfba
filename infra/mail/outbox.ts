import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailer } from './mailer.ts'

/** Where the outbox is in a data folder. */
export const outboxIn = (dataDir: string): string => join(dataDir, 'outbox')

/** Mails as `.eml` files of a folder. Their names sort by the time they were sent. */
export async function openOutbox({ folder, from }: { folder: string; from: string }): Promise<Mailer> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let latest = 0
  return {
    async send({ to, subject, text }) {
      latest = Math.max(Date.now(), latest + 1)
      const time = new Date(latest).toISOString().replaceAll(':', '-')
      const path = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`)
      const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, 'Content-Type: text/plain; charset=utf-8']
      await writeFile(`${path}.new`, [...head, '', text].join('\r\n'), { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
    async close() {},
  }
}
