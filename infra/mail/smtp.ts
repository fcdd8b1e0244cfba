import { createTransport } from 'nodemailer'
import { Unavailable } from '../unavailable.ts'
import { type Mailer, MailRefused } from './mailer.ts'
import { messageOf } from './message.ts'

/** How long the mail server may take for each thing, in milliseconds; somebody may be waiting for an answer. */
const patience = { connectionTimeout: 2_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 2_000 }

/** Mails to a mail server, a connection each: nodemailer's pool tries again for 20 s before it says that nobody answers. */
export function openSmtp({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({ url, ...patience })
  return {
    async send(mail) {
      const message = messageOf(mail, from)
      await transport.sendMail(message).catch((error) => {
        throw isFinal(error) ? new MailRefused(error) : new Unavailable('The mail server', error)
      })
    },
    async close() {
      transport.close()
    },
  }
}

/**
 * Whether the server has judged the mail. What it says of us (a wrong password, say) is no judgement of the mail: that
 * can be mended, and the mail goes out then.
 */
const isFinal = ({ code, responseCode = 0 }: { code?: string; responseCode?: number }) =>
  ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') && responseCode >= 500 && responseCode !== 503
