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
        const cause = withoutAddresses(error)
        // What may be of us can be mended meanwhile, where no one waits for the answer.
        if (isFinal(error) && (awaited || !mayBeOfUs(error))) throw new MailRefused(cause, blamesAddress(error))
        throw isFinal(error) || isOfAddress(error)
          ? new MailDeferred(cause)
          : new Unavailable('The email server', cause)
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

/** What is logged of an error, which has ids alone: servers repeat the addresses that a mail is of. */
const withoutAddresses = ({ message }: Error) =>
  new Error(message.replace(/[^\s<>,;:"]+/g, (word) => (/.@./.test(word) ? '…' : word)))

/**
 * Whether the server has judged the mail. What it says of us (a wrong password or sender, say) is no judgement of the
 * mail: that can be mended, and the mail goes out then.
 */
const isFinal = (error: SmtpError) =>
  ['EENVELOPE', 'EMESSAGE'].includes(error.code ?? '') &&
  error.command !== 'MAIL FROM' &&
  !/^1\.[78]$/.test(detailOf(error) ?? '') &&
  (error.responseCode ?? 0) >= 500 &&
  error.responseCode !== 503

/**
 * Whether a refusal may be of who sends, and not of the address. SES judges us only at the end of the mail, without such
 * a code; 552 is of the mail's size.
 */
function mayBeOfUs(error: SmtpError): boolean {
  if (error.command === 'DATA' && error.responseCode === 552) return false
  const detail = detailOf(error) ?? (error.command === 'DATA' ? '7.0' : '')
  return error.responseCode === 530 || detail.startsWith('7.')
}

/** Whether a refusal is of the address: some servers judge it only at the end of the mail. */
const blamesAddress = (error: SmtpError): boolean =>
  error.command === 'RCPT TO' || /^(1\.|2\.1$)/.test(detailOf(error) ?? '')

/** Whether the server has put off the address that a mail goes to, and not the mail or us. */
function isOfAddress(error: SmtpError): boolean {
  if (error.code !== 'EENVELOPE' || error.command !== 'RCPT TO') return false
  const detail = detailOf(error)
  return detail === undefined || /^(1\.(?![78]$)|2\.)/.test(detail)
}

/**
 * Whom the server means, by the end of its code, at the recipient or at the end of the mail. Postfix judges us only once
 * the recipient is named, too. In RFC 3463 1.7 and 1.8 are of the sender, other 1 and all 2 of the recipient, 7 of either.
 */
const detailOf = ({ command, response = '' }: SmtpError): string | undefined =>
  command === 'RCPT TO' || command === 'DATA' ? /^\d{3}[ -][45]\.(\d+\.\d+)/.exec(response)?.[1] : undefined
