import { z } from 'zod'
import { defineCommand } from '#domain/action.ts'
import { hasChanges, nothingToChange, withChanges } from '#domain/command.ts'
import { multilineText, singleLineText } from '#domain/order/input.ts'
import {
  defaultText,
  type MailText,
  type MailTexts,
  MailTextsRevised,
  mailTextOf,
  problemInSubject,
  problemInText,
} from './mail-texts.ts'
import { type MailName, mailNames } from './mails.ts'

const mailName = z.enum(mailNames, 'The email id is missing or invalid')

const subject = singleLineText('Please enter a subject', 200)
const text = multilineText('Please enter some text', 5_000)

/** Adds what is wrong with the placeholders of a text, under its field. */
function checkPlaceholders(
  given: { mail: MailName; subject?: string | null | undefined; text?: string | null | undefined },
  context: z.core.$RefinementCtx,
): void {
  const inSubject = typeof given.subject === 'string' && problemInSubject(given.mail, given.subject)
  const inText = typeof given.text === 'string' && problemInText(given.mail, given.text)
  if (inSubject) context.addIssue({ code: 'custom', path: ['subject'], message: inSubject })
  if (inText) context.addIssue({ code: 'custom', path: ['text'], message: inText })
}

/** A whole text, as a test mail takes it. */
export const writtenMail = z.object({ mail: mailName, subject, text }).superRefine(checkPlaceholders)

const input = z
  .object({ mail: mailName, subject: subject.nullish(), text: text.nullish() })
  .refine(({ subject, text }) => hasChanges({ subject, text }), nothingToChange)
  .superRefine(checkPlaceholders)

/** Writes the subject, the text, or both of a mail; what is left out stays, null is the text that it began with. */
export const reviseMailText = defineCommand('updateMailText', input, {
  summary: 'Update an email text; null restores the original, omitted fields stay unchanged',
  call: 'PUT /api/update-mail-text',
  logged: { admin: 'changed an email text' },
  scope: 'settings:write',
  roles: ['admin'],
  success: 'Email text saved',
  decide(before: MailTexts, { mail, subject, text }) {
    const [first, now] = [defaultText(mail), mailTextOf(mail, before)]
    const after = withChanges(now, {
      subject: subject === null ? first.subject : subject,
      text: text === null ? first.text : text,
    })
    return after === now ? [] : [MailTextsRevised({ texts: withText(before, mail, after) })]
  },
})

/** All texts with that of one mail. What is as it began is not held: it follows when the product's words do. */
function withText(texts: MailTexts, mail: MailName, { subject, text }: MailText): MailTexts {
  const { [mail]: _, ...others } = texts
  const first = defaultText(mail)
  const written = {
    ...(subject === first.subject ? {} : { subject }),
    ...(text === first.text ? {} : { text }),
  }
  return Object.keys(written).length > 0 ? { ...others, [mail]: written } : others
}
