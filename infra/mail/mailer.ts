import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type MailTexts, mailContent, mailTextsId, mailTextsOfAgency } from '#domain/mail/mail-texts.ts'
import type { MailName, MailValues } from '#domain/mail/mails.ts'
import { brandOf, type RenderedMail, renderMail } from '#domain/mail/render-mail.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import { type CommandHandler, loadUsable } from '#infra/events/command-handler.ts'
import { Unavailable } from '#infra/unavailable.ts'

/**
 * One mail to one address. A mail sent again under the same `key` has the same Message-ID. `sender` names the sender
 * where the address that mails come from has no name. `senderAddress` is that address where none is set and no mail
 * server has to agree.
 */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  key?: string | undefined
  sender?: string
  senderAddress?: string | undefined
  attachments?: readonly Attachment[]
}

/** A file that comes with a mail; `type` is its media type, such as `application/pdf`. */
export type Attachment = { filename: string; type: string; content: Uint8Array }

/**
 * The email server has refused the address (`isOfAddress`), which will not have this mail; or the mail itself; or, where
 * one waits for the answer, perhaps us.
 */
export class MailRefused extends Error {
  override name = 'MailRefused'
  constructor(cause?: unknown, isOfAddress = true) {
    const advice = isOfAddress ? 'Please check the address.' : 'Please try again later.'
    super(`The email server rejected this email. ${advice}`, { cause })
  }
}

/**
 * The email server has put this address off, because its mailbox is full, say: it may take mails to others. Or it has
 * refused it or the mail, perhaps because of who sends.
 */
export class MailDeferred extends Unavailable {
  override name = 'MailDeferred'
  constructor(cause?: unknown) {
    super('The email server', cause)
  }
}

/** Hands mails over to be delivered. */
export interface Mailer {
  /**
   * Resolves once the mail is in other hands. Throws `Unavailable`, `MailDeferred` where that is so for this address
   * alone, and `MailRefused` when it never will be taken.
   * `awaited`: a caller waits for an answer, and gets an error within two seconds when no server greets. A
   * refusal that may be because of who sends is `MailRefused` then: else that can be mended meanwhile. The agency's
   * mailer sends such a mail once by its `key`, as far as it remembers: a repeated request sends no second one.
   */
  send(mail: Mail, how?: { awaited: boolean }): Promise<void>
  /** Resolves when mails are taken, and rejects with `Unavailable` when they are not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** How many awaited mails are remembered as sent, or being sent. */
const rememberedMails = 1_000

/** The sender of mails: the name, and the address if there is one. */
type Sender = { name: string; address?: string | undefined }

/** Sends each mail in the name that is asked for at that moment, and an awaited one once by its key. */
export function inTheNameOf(mailer: Mailer, sender: () => Promise<Sender>): Mailer {
  const sent = new LRUCache<string, Promise<void>>({ max: rememberedMails })
  const send: Mailer['send'] = async (mail, how) => {
    const { name, address } = await sender()
    await mailer.send({ ...mail, sender: name, senderAddress: address }, how)
  }
  return {
    ...mailer,
    async send(mail, how) {
      const once = how?.awaited ? mail.key : undefined
      if (once === undefined) return send(mail, how)
      const sending = sent.get(once) ?? send(mail, how)
      sent.set(once, sending)
      await sending.catch((error) => {
        sent.delete(once)
        throw error
      })
    },
  }
}

type Dependencies = { agency(): Promise<Agency>; mailTexts(): Promise<MailTexts> }

/**
 * Composes a mail in the words, the name and the colours that the agency has set by then. `origin` is where its pages
 * are, such as `https://example.com`.
 */
export type ComposeMail = <Name extends MailName>(
  mail: Name,
  values: Omit<MailValues<Name>, 'agency'>,
  origin: string,
) => Promise<RenderedMail>

export const createComposer =
  ({ agency, mailTexts }: Dependencies): ComposeMail =>
  async (mail, values, origin) => {
    const [known, texts] = await Promise.all([agency(), mailTexts()])
    const filled = { ...values, agency: agencyName(known) } as unknown as MailValues<typeof mail>
    return renderMail(mailContent(mail, texts, filled), brandOf(known, origin))
  }

/** Composes the agency's mails, and sends them in its name, both as its settings are by then. */
export function agencyMail(mailer: Mailer, handler: Pick<CommandHandler, 'load'>) {
  const agency = () => loadAgency(handler)
  const mailTexts = async () => (await loadUsable(handler, mailTextsOfAgency, mailTextsId)).state
  return {
    compose: createComposer({ agency, mailTexts }),
    mailer: inTheNameOf(mailer, async () => {
      const known = await agency()
      return { name: agencyName(known), address: known.supportEmail }
    }),
  }
}

/**
 * The message a mail becomes, as nodemailer takes it, for every mailer. Nothing in a mail can add a header or an
 * addressee: the address is one address, and the subject is one line.
 */
export function messageOf(mail: Mail, from: string) {
  const { to, subject, text, html, key, sender = '', attachments = [] } = mail
  if (!/^[^\s\p{Cc},;<>"]+@[^\s\p{Cc},;<>"@]+$/u.test(to))
    throw new TypeError(`${JSON.stringify(to)} is not a single email address`)
  const id = key === undefined ? randomUUID() : createHash('sha256').update(key).digest('base64url')
  return {
    from: { name: nameIn(from) || sender, address: addressIn(from) },
    to: { name: '', address: to },
    subject: inOneLine(subject),
    text,
    html,
    messageId: `<${id}@${domainOf(from)}>`,
    // Out-of-office answers to a program are useless.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: attachments.map(({ filename, type, content }) => ({
      filename: inOneLine(filename),
      contentType: type,
      content: Buffer.from(content),
    })),
  }
}

const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The address in `Name <address>`, or what stands there without a name. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/** The name there, which may stand in quotation marks; empty where there is none. */
const nameIn = (from: string): string =>
  (/^(.*)</s.exec(from)?.[1] ?? '').trim().replace(/^"(.*)"$/s, (_, name: string) => name.replace(/\\(.)/gs, '$1'))

const domainOf = (from: string) => addressIn(from).split('@').at(-1)!
