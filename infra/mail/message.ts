import { createHash, randomUUID } from 'node:crypto'
import type { Mail } from './mailer.ts'

/** What nodemailer composes. */
export type Message = {
  from: string | { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

/**
 * The message a mail becomes, for every mailer. Nothing in a mail can add a header or an addressee: the address is
 * one address, and the subject is one line.
 */
export function messageOf({ to, subject, text, html, key, sender = '' }: Mail, from: string): Message {
  if (!/^[^\s\p{Cc},;<>"]+@[^\s\p{Cc},;<>"@]+$/u.test(to))
    throw new TypeError(`${JSON.stringify(to)} is not a single email address`)
  const id = key === undefined ? randomUUID() : createHash('sha256').update(key).digest('base64url')
  return {
    from: /^\s*[^\s<][^<]*</.test(from) ? from : { name: sender, address: addressIn(from) },
    to: { name: '', address: to },
    subject: subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(),
    text,
    html,
    messageId: `<${id}@${domainOf(from)}>`,
    // Out-of-office answers to a program are useless.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** The address in `Name <address>`, or what stands there without a name. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

const domainOf = (from: string) => addressIn(from).split('@').at(-1)!
