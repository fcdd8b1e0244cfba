import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { Unavailable } from '#infra/unavailable.ts'
import { mail, mailerContract } from './contract.ts'
import { readEml } from './eml.ts'
import { mailIn, mailsIn, openOutbox, removeMails } from './outbox.ts'

const from = 'Longhand <studio@longhand.example>'

async function outbox(sender = from) {
  const folder = join(await mkdtemp(join(tmpdir(), 'atelier-outbox-')), 'outbox')
  onTestFinished(() => rm(join(folder, '..'), { recursive: true, force: true, maxRetries: 5 }))
  const mailer = await openOutbox({ folder, fixedSender: sender })
  const read = async (name: string) => readEml((await mailIn(folder, name))!)
  return { folder, mailer, letters: async () => Promise.all((await mailsIn(folder)).reverse().map(read)) }
}

mailerContract('the outbox', async () => {
  const { mailer, letters } = await outbox()
  return { mailer, arrived: async () => (await letters()).map((letter) => ({ ...letter, to: toOf(letter) })) }
})

it.each([
  ['Müller: Web <a@b.com>', 'Müller: Web <a@b.com>'],
  ['Smith (Design) <a@b.com>', '"Smith (Design)" <a@b.com>'],
  ['"Long, Hand" <a@b.com>', '"Long, Hand" <a@b.com>'],
])('sends in the whole name of %s', async (sender, shown) => {
  const { mailer, letters } = await outbox(sender)
  await mailer.send(mail)
  expect((await letters())[0]!.headers).toContainEqual(['From', shown])
})

const toOf = ({ headers }: ReturnType<typeof readEml>) => [headers.find(([name]) => name === 'To')![1]]

it('names mails so that they sort by time, also those of one moment', async () => {
  const { mailer, folder, letters } = await outbox()
  for (const n of [1, 2, 3, 4, 5]) await mailer.send({ ...mail, subject: `${n}` })
  expect((await letters()).map(({ subject }) => subject)).toEqual(['1', '2', '3', '4', '5'])
  expect((await mailsIn(folder))[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[\da-f]{8}\.eml$/)
})

it('shows nothing that is not a whole mail of its own', async () => {
  const { mailer, folder } = await outbox()
  await mailer.send(mail)
  await writeFile(join(folder, '2026-11-16T09-00-00.000Z-00000000.eml.new'), 'half of a m')
  expect(await mailsIn(folder)).toHaveLength(1)
  for (const name of ['../session.secret', 'x.eml', '2026-11-16T09-00-00.000Z-00000000.eml', '']) {
    expect(await mailIn(folder, name)).toBeUndefined()
  }
})

it('removes with the mails about a person those that were half written when a process ended: they may be about them', async () => {
  const { mailer, folder, letters } = await outbox()
  for (const subject of ['about Asha', 'about Ravi']) await mailer.send({ ...mail, subject })
  await writeFile(join(folder, '2026-11-16T09-00-00.000Z-00000000.eml.new'), 'To: asha@loo')
  const sending = mailer.send({ ...mail, subject: 'about Leela' })
  await removeMails(folder, ({ subject }) => subject.includes('Asha'))
  await sending
  expect((await letters()).map(({ subject }) => subject)).toEqual(['about Ravi', 'about Leela'])
  expect((await readdir(folder)).filter((name) => !name.endsWith('.eml'))).toEqual([])
})

it('removes the mails about a person also where another mail is damaged', async () => {
  const { mailer, folder, letters } = await outbox()
  await mailer.send({ ...mail, subject: 'about Asha' })
  const content = Buffer.from('x')
  await mailer.send({ ...mail, attachments: [{ filename: 'रसीद.pdf', type: 'application/pdf', content }] })
  const [newest] = await mailsIn(folder)
  const whole = (await mailIn(folder, newest!))!.toString('latin1')
  await writeFile(join(folder, newest!), whole.replace(/(filename\*0\*=utf-8''%E0)%../, '$1%F'), 'latin1')
  await removeMails(folder, ({ subject }) => subject.includes('Asha'))
  expect((await letters()).map(({ subject }) => subject)).toEqual([mail.subject])
})

it('says that it is unavailable when the folder cannot be written, and leaves nothing half', async () => {
  const { mailer, folder } = await outbox()
  await rm(folder, { recursive: true })
  await expect(mailer.send(mail)).rejects.toThrow(Unavailable)
  await writeFile(folder, '')
  await expect(mailer.send(mail)).rejects.toThrow(Unavailable)
  expect(await readdir(join(folder, '..'))).toEqual(['outbox'])
})

it('keeps every subject and text that a person may write', async () => {
  const { mailer, letters } = await outbox()
  const words = fc
    .string({ unit: 'grapheme', maxLength: 200 })
    .map((text) => text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim())
  const texts = fc.array(words, { minLength: 1 }).map((lines) => lines.join('\n').trim() || 'Hello')
  const sent: { subject: string; text: string; html: string }[] = []
  await fc.assert(
    fc.asyncProperty(words, texts, async (subject, text) => {
      const html = `<p>${text.replaceAll('<', '&lt;')}</p>`
      sent.push({ subject, text, html })
      await mailer.send({ ...mail, subject, text, html })
    }),
    { numRuns: 60 },
  )
  const saved = (await letters()).map(({ subject, text, html }) => ({ subject, text: text.trim(), html: html.trim() }))
  expect(saved).toEqual(sent)
})
