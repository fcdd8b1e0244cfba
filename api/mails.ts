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
export const invitationMail = (to: string, inviter: string, agency: string, link: string): Mail =>
  mail(
    to,
    'Your invitation',
    ['Hello,', `${inviter} invites you to work on the projects of ${agency} as an admin. Make your account here:`],
    link,
    ['The link is good for seven days, and for one account.'],
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
