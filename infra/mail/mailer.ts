/**
 * One mail to one address. A mail sent again under the same `key` has the same Message-ID. `sender` is what its sender
 * is called where the address that mails come from bears no name of its own, and `senderAddress` where it comes from when
 * no such address is set and no mail server has to agree.
 */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  key?: string
  sender?: string
  senderAddress?: string | undefined
}

/** The address will not have this mail, now or later: the mail server said so. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  constructor(cause?: unknown) {
    super('The email was rejected by the mail server', { cause })
  }
}

/** What hands mails over to be delivered. */
export interface Mailer {
  /**
   * Resolves once the mail is in other hands. Throws `Unavailable`, and `MailRefused` when it never will be taken.
   * `awaited`: a caller waits for an answer, and gets an error within two seconds when no server takes mails.
   */
  send(mail: Mail, how?: { awaited: boolean }): Promise<void>
  /** Resolves when mails are taken, and rejects with `Unavailable` when they are not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Whose mails they are: the name, and the address if there is one. */
export type Sender = { name: string; address?: string | undefined }

/** Sends each mail in the name that is asked for at that moment. */
export const inTheNameOf = (mailer: Mailer, sender: () => Promise<Sender>): Mailer => ({
  ...mailer,
  async send(mail, how) {
    const { name, address } = await sender()
    await mailer.send({ ...mail, sender: name, senderAddress: address }, how)
  },
})
