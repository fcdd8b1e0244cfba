import { createTransport } from 'nodemailer'
import { isLoopback } from '#infra/public-host.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { MailDeferred, type Mailer, MailRefused, messageOf } from './mailer.ts'

/** How long a mail server may be silent once it has greeted, in milliseconds. */
const socketTimeout = 10_000

/** How long it may take to be found and to greet, in milliseconds: those that guard against spam take their time. */
const timeoutMs = 10_000

/** The same, while a caller waits for the answer. */
const awaitedTimeoutMs = 1_400

type SmtpOptions = {
  url: string
  from: string
  /** Whether mails may go to another machine in clear text, where its server has no TLS. */
  clearText?: boolean | undefined
}

/**
 * Mails to a mail server, a connection each: nodemailer's pool tries again for 20 s before it reports that no server
 * answers.
 */
export function openSmtp({ url, from, clearText = false }: SmtpOptions): Mailer {
  // Or an attacker between the servers reads the password and the codes, by leaving out that the server speaks TLS.
  const requireTLS = !clearText && !isLoopback(new URL(url).hostname)
  // What is to be found in time has to be greeted in time: nodemailer's limit to connecting includes the greeting.
  const reachedWithin = (connectionTimeout: number) =>
    createTransport({ url, requireTLS, socketTimeout, connectionTimeout })
  const [transport, prompt] = [reachedWithin(timeoutMs), reachedWithin(awaitedTimeoutMs)]
  return {
    async send(mail, { awaited } = { awaited: false }) {
      const message = messageOf(mail, from)
      await (awaited ? prompt : transport).sendMail(message).catch((error) => {
        if (isFinal(error)) throw new MailRefused(error)
        throw isOfAddress(error) ? new MailDeferred(error) : new Unavailable('The email server', error)
      })
    },
    async ping() {
      await prompt.verify().catch((error) => {
        throw new Unavailable('The email server', error)
      })
    },
    async close() {
      transport.close()
      prompt.close()
    },
  }
}

type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string }

/**
 * Whether the server has judged the mail. What it says of us (a wrong password or sender, say) is no judgement of the
 * mail: that can be mended, and the mail goes out then.
 */
const isFinal = ({ code, command, responseCode = 0 }: SmtpError) =>
  ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') &&
  command !== 'MAIL FROM' &&
  responseCode >= 500 &&
  responseCode !== 503

/**
 * Whether the server has put off the address that a mail goes to, and not the mail or us. Postfix judges us only once the
 * recipient is named too: its code says whom it means (RFC 3463; 4.1.7 and 4.1.8 are of the sender).
 */
function isOfAddress({ code, command, response = '' }: SmtpError): boolean {
  if (code !== 'EENVELOPE' || command !== 'RCPT TO') return false
  const detail = /^\d{3}[ -]4\.(\d+\.\d+)/.exec(response)?.[1]
  return detail === undefined || /^(1\.(?![78]$)|2\.)/.test(detail)
}
