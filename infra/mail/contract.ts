import { describe, expect, it, onTestFinished } from 'vitest'
import type { ParsedMail } from './eml.ts'
import type { Mail, Mailer } from './mailer.ts'

export const mail: Mail = {
  to: 'asha@neelgirilooms.example',
  subject: 'Your looms, ₹45,000 और बाकी',
  text: 'Dear Asha,\n\nthe saris are online.\n.\nA line that begins with a full stop is none the shorter.\n',
  html: '<p>Dear Asha,</p><p>the saris are online &amp; priced in ₹.</p>',
}

/** Every byte that there is, twice: what a line of a mail may not hold is among them. */
const allBytes = Array.from({ length: 512 }, (_, at) => at % 256)

/** A mailer, and the mails that came through it, oldest first. */
type OpenedMailer = { mailer: Mailer; arrived(): Promise<(ParsedMail & { to: string[] })[]> }

/** The contract tests of mailers: each adapter runs all of them. */
export function mailerContract(name: string, open: () => Promise<OpenedMailer>): void {
  const post = async () => {
    const opened = await open()
    onTestFinished(() => opened.mailer.close())
    return opened
  }
  const header = ({ headers }: ParsedMail, wanted: string) => headers.find(([each]) => each === wanted)?.[1]

  describe(name, () => {
    it('carries subject, text and HTML as they were written', async () => {
      const { mailer, arrived } = await post()
      await mailer.send(mail)
      const [letter, ...others] = await arrived()
      expect(others).toEqual([])
      expect(letter).toMatchObject({ to: [mail.to], subject: mail.subject })
      expect(letter!.text.trim()).toBe(mail.text.trim())
      expect(letter!.html.trim()).toBe(mail.html)
      expect(header(letter!, 'From')).toBe('Longhand <studio@longhand.example>')
      expect(header(letter!, 'Auto-Submitted')).toBe('auto-generated')
    })

    it('carries files beside what is written, whatever they are called and made of', async () => {
      const { mailer, arrived } = await post()
      const plainNames = [
        '100% Organic Sarees and Looms of the Nilgiri Hills Company Private Ltd #1, receipt RC-1; as sent.pdf',
        '100%; of looms.pdf',
        'looms, 100%25.pdf',
      ]
      const attachments = [
        { filename: 'आशा राव #1, receipt RC-1, 2026-11-16, "as it was sent"; and more.pdf', type: 'application/pdf' },
        { filename: 'proposal.txt', type: 'text/plain; charset=utf-8' },
        { filename: 'two\r\nBcc: b@example.com\r\n.pdf', type: 'application/pdf' },
        ...plainNames.map((filename) => ({ filename, type: 'application/pdf' })),
      ].map((each, nth) => ({ ...each, content: Buffer.from(allBytes.map((byte) => (byte + nth) % 256)) }))
      await mailer.send({ ...mail, attachments })
      const [letter] = await arrived()
      expect(letter).toMatchObject({ to: [mail.to], subject: mail.subject })
      expect([letter!.text.trim(), letter!.html.trim()]).toEqual([mail.text.trim(), mail.html])
      expect(letter!.attachments.map(({ filename, type }) => [filename, type])).toEqual([
        ['आशा राव #1, receipt RC-1, 2026-11-16, "as it was sent"; and more.pdf', 'application/pdf'],
        ['proposal.txt', 'text/plain'],
        ['two Bcc: b@example.com .pdf', 'application/pdf'],
        ...plainNames.map((filename) => [filename, 'application/pdf']),
      ])
      for (const [nth, { content }] of letter!.attachments.entries())
        expect(Buffer.from(content).equals(attachments[nth]!.content)).toBe(true)
    })

    it('gives a mail sent again under its key the same Message-ID, and every other one its own', async () => {
      const { mailer, arrived } = await post()
      for (const key of ['welcome asha', 'welcome asha', 'welcome farhan', undefined, undefined]) {
        await mailer.send({ ...mail, key })
      }
      const [first, again, ...others] = (await arrived()).map((letter) => header(letter, 'Message-ID'))
      expect(first).toMatch(/^<[\w-]+@longhand\.example>$/)
      expect(again).toBe(first)
      expect(new Set([first, ...others]).size).toBe(4)
    })

    it('says that mails are taken, and sends none for that', async () => {
      const { mailer, arrived } = await post()
      await expect(mailer.ping()).resolves.toBeUndefined()
      expect(await arrived()).toEqual([])
    })

    it('lets no one add a header by a subject', async () => {
      const { mailer, arrived } = await post()
      await mailer.send({ ...mail, subject: 'Hello\r\nBcc: everybody@example.com\r\n\r\n<script>' })
      const [letter] = await arrived()
      expect(letter).toMatchObject({ to: [mail.to], subject: 'Hello Bcc: everybody@example.com <script>' })
      expect(header(letter!, 'Bcc')).toBeUndefined()
      expect(letter!.text.trim()).toBe(mail.text.trim())
    })

    it.each(['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', 'A <a@example.com>', ''])(
      'sends nothing to what is not one address: %j',
      async (to) => {
        const { mailer, arrived } = await post()
        await expect(mailer.send({ ...mail, to })).rejects.toThrow()
        expect(await arrived()).toEqual([])
      },
    )
  })
}
