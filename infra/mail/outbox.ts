import { randomBytes } from 'node:crypto'
import { access, constants, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#infra/private-files.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { type ParsedMail, readEml } from './eml.ts'
import { type Mailer, messageOf } from './mailer.ts'

/** Where the outbox is in a data folder. */
export const outboxIn = (dataDir: string): string => join(dataDir, 'outbox')

/** Whether a file is a mail of the outbox. A `.eml.new` is still being written. */
const isMail = (name: string) => /^[\dTZ.-]+-[\da-f]{8}\.eml$/.test(name)

type OutboxOptions = { folder: string } & (
  | { fixedSender: string; defaultSender?: undefined }
  | { fixedSender?: undefined; defaultSender: string }
)

/**
 * Mails as files of a folder, in place of a mail server: one `.eml` each, whole or not there at all. Their names
 * sort by the time they were sent. `fixedSender` is where they come from, whatever a mail says, and `defaultSender` where
 * one comes from that does not say.
 */
export async function openOutbox({ folder, fixedSender, defaultSender }: OutboxOptions): Promise<Mailer> {
  await makeFolder(folder)
  // Loaded with the first mail: a start need not wait for it.
  const compose = async () =>
    (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let composer: ReturnType<typeof compose> | undefined
  let latest = 0

  return {
    async send(mail) {
      composer ??= compose()
      const { message } = await (await composer).sendMail(
        messageOf(mail, fixedSender ?? mail.senderAddress ?? defaultSender),
      )
      // Two in one millisecond are a millisecond apart, so that their names say which was first.
      latest = Math.max(Date.now(), latest + 1)
      const time = new Date(latest).toISOString().replaceAll(':', '-')
      const path = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`)
      writing.add(`${path}.new`)
      try {
        await writeFile(`${path}.new`, message as Buffer, { flag: 'wx', mode: 0o600, flush: true })
        await rename(`${path}.new`, path)
      } catch (error) {
        await rm(`${path}.new`, { force: true }).catch(() => {}) // what failed first is what counts
        throw new Unavailable('The outbox', error)
      } finally {
        writing.delete(`${path}.new`)
      }
    },
    async ping() {
      await access(folder, constants.W_OK).catch((error) => {
        throw new Unavailable('The outbox', error)
      })
    },
    async close() {},
  }
}

/** The names of the mails in an outbox, newest first. */
export async function mailsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isMail).sort().reverse()
}

/** Whether a file was left by a process that ended while writing a mail: half of one, or one that has not its name yet. */
const isHalf = (name: string) => name.endsWith('.eml.new') && isMail(name.slice(0, -'.new'.length))

/**
 * Removes the mails of an outbox of which something is true: those that are about a person who is erased. What is half
 * written may be about them, so all of that goes but what this process is writing: no other one may share its outbox.
 */
export async function removeMails(folder: string, concerns: (mail: ParsedMail) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (isHalf(name) && !writing.has(path)) await rm(path, { force: true })
    const content = await mailIn(folder, name)
    if (content && concerns(readEml(content))) await rm(path, { force: true })
  }
}

/** The files that this process is writing a mail to. */
const writing = new Set<string>()

/** A mail of an outbox as it was written; undefined when it has none by this name. */
export async function mailIn(folder: string, name: string): Promise<Buffer | undefined> {
  if (!isMail(name)) return undefined
  return readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}
