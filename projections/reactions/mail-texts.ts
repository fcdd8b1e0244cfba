import type { MailContent } from '#infra/mail/render-mail.ts'

/** The mails that events bring about, all of their words. Links are whole addresses. */

export const welcomeMail = ({
  name,
  agency,
  dashboard,
}: Record<'name' | 'agency' | 'dashboard', string>): MailContent => ({
  subject: 'Welcome. Your account is ready.',
  lines: [
    `Dear ${name},`,
    `Thank you for registering with ${agency}. Tell us about your business next: your answers open your project, and from then on you can watch it move, step by step.`,
    { link: dashboard, says: 'Go to your dashboard' },
  ],
  because: 'You get this because somebody registered with this address. If it was not you, you need do nothing.',
})

/** To the admin who added a webhook that was switched off; `since` is ISO 8601, UTC. */
export const webhookOffMail = ({
  name,
  address,
  since,
  page,
}: Record<'name' | 'address' | 'since' | 'page', string>): MailContent => ({
  subject: 'A webhook was switched off',
  lines: [
    `Dear ${name},`,
    `Since ${since.slice(0, 10)} nothing could be delivered to ${address}. After a week without a single success it was switched off, and is told nothing any more.`,
    'Once it listens again, switch it on. What it missed can be sent again from its log.',
    { link: page, says: 'Look at its log' },
  ],
  because: 'You get this because you added this webhook.',
})

/** How many sentences a mail holds: the project page has all of them. */
const maxLines = 40

/** What happened: each in a sentence, oldest first, with who did it. */
export type NotifiedEvent = { sentence: string; by: string }

export function notificationMail({
  name,
  title,
  page,
  news,
}: {
  name: string
  title: string
  page: string
  news: NotifiedEvent[]
}): MailContent {
  const people = [...new Set(news.map(({ by }) => by))]
  const [only] = news
  const subject = news.length === 1 ? `${title}: ${only!.sentence}` : `${title}: ${news.length} changes`
  return {
    subject,
    lines: [
      `Dear ${name},`,
      `${listed(people)} worked on ${title}:`,
      [
        ...(news.length > maxLines ? [`… and ${news.length - maxLines} changes before these`] : []),
        ...news.slice(-maxLines).map(({ sentence, by }) => (people.length > 1 ? `${sentence} (${by})` : sentence)),
      ],
      { link: page, says: 'Open the project' },
    ],
    because:
      'You get this because the project is yours to follow. You can turn these mails off where you choose your notifications.',
  }
}

const listed = (names: string[]) =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
