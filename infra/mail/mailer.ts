/** One mail to one address. A mail sent again under the same `key` has the same Message-ID. */
export type Mail = { to: string; subject: string; text: string; html: string; key?: string }

/** The address will not have this mail, now or later: the mail server said so. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  constructor(cause?: unknown) {
    super('The mail was refused', { cause })
  }
}

/** What hands mails over to be delivered. */
export interface Mailer {
  /** Resolves once the mail is in other hands. Throws `Unavailable`, and `MailRefused` when it never will be taken. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
