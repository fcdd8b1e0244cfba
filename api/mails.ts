import type { Mail } from '#infra/mail/mailer.ts'
import { escapeHtml } from '#infra/mail/render-mail.ts'

/** The mail with the code that lets its reader choose a new password. */
export const resetMail = (to: string, name: string, code: string): Mail =>
  mail(to, `${code} is your OTP`, [
    `Hello ${name},`,
    `to choose a new password, enter this OTP in the browser in which you asked for it: ${code}`,
    'It is good for ten minutes. If you did not ask for it, ignore this mail; your password stays as it is.',
  ])

/** The mail with the link by which its reader becomes an admin. */
export const adminInvitationMail = (to: string, inviter: string, agency: string, link: string): Mail =>
  mail(
    to,
    'Your invitation',
    ['Hello,', `${inviter} invites you to work on the projects of ${agency} as an admin. Make your account here:`],
    link,
    ['The link is good for seven days, and for one account.'],
  )

/**
 * The mail with the link by which its reader becomes a client. It says nothing that was typed into a form: whoever did may
 * not be its reader, and what they typed would go out in the agency's name.
 */
export const clientInvitationMail = (to: string, inviter: string, agency: string, link: string): Mail =>
  mail(
    to,
    'Your invitation',
    [
      'Hello,',
      `${inviter} of ${agency} invites you to a page of your own, where you tell us what you need and follow your project. Make your account here:`,
    ],
    link,
    [
      'The link is good for seven days, and for one account.',
      'If you never asked us for prices, somebody else gave us your address: ignore this mail, and nothing happens.',
    ],
  )

function mail(to: string, subject: string, before: string[], link?: string, after: string[] = []): Mail {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  const anchor = link === undefined ? [] : [`<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`]
  return {
    to,
    subject,
    text: `${[...before, ...(link === undefined ? [] : [link]), ...after].join('\n\n')}\n`,
    html: [...before.map(paragraph), ...anchor, ...after.map(paragraph)].join(''),
  }
}
