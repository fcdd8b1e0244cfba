import { z } from 'zod'
import { allClear, dataOf, defineAggregate, defineEvent, type EventsOf } from '#domain/action.ts'
import { wireEvent } from '#domain/contract/schemas.ts'
import { definitionOf, type MailName, type MailValues, type Placeholder } from './mails.ts'
import { type Entries, isEntries, type MailContent, type Paragraph } from './render-mail.ts'

/** The texts that the agency wrote instead of those it began with, by the mail. What is absent is as it began. */
const mailTexts = z.record(z.string(), z.object({ subject: z.string().optional(), text: z.string().optional() }))
export type MailTexts = z.infer<typeof mailTexts>

/** The mail texts were revised: it has all of them, not the changes. */
export const MailTextsRevised = defineEvent('MailTextsRevised', allClear({ texts: mailTexts }), {
  kind: 'settings.mails',
  sentence: 'Changed the email texts',
  apply: (_: MailTexts, { texts }): MailTexts => texts,
})

/** An event of the email texts, as answers and live updates have it. */
export const mailTextEvent = wireEvent('MailTextEvent', dataOf({ MailTextsRevised }))

export const mailTextsOfAgency = defineAggregate({
  name: 'mail-texts',
  initial: {} as MailTexts,
  events: { MailTextsRevised },
  live: { to: 'admins', as: mailTextEvent },
})
export type MailTextEvent = EventsOf<typeof mailTextsOfAgency.events>

/** The one set of texts there is. */
export const mailTextsId = '1'

/** The text that every agency begins with. */
export const defaultText = (mail: MailName): MailText => {
  const { subject, text } = definitionOf(mail)
  return { subject, text }
}

/** A mail's text as it is sent: what the agency wrote, or what it began with. */
export const mailTextOf = (mail: MailName, texts: MailTexts): MailText => ({ ...defaultText(mail), ...texts[mail] })

/** The content of a mail, in the agency's words. */
export const mailContent = <Name extends MailName>(mail: Name, texts: MailTexts, values: MailValues<Name>) =>
  fillMail(mail, mailTextOf(mail, texts), values)

/** The text of a mail as it is written, with its placeholders in braces. */
export type MailText = { subject: string; text: string }

/** `{name}`, and whatever else stands in braces: so that a slip of the pen is found. */
const inBraces = /\{([^{}\n]*)\}/g

/** Where something stands in a text, for its writer: lines and characters from 1. */
function placeOf(text: string, index: number): string {
  const before = text.slice(0, index).split('\n')
  const character = before.at(-1)!.length + 1
  return text.includes('\n') ? `line ${before.length}, character ${character}` : `character ${character}`
}

type Placeholders = Readonly<Record<string, Placeholder>>

/** The placeholder of a name; undefined for what every object has, too. */
const find = (placeholders: Placeholders, name: string) =>
  Object.hasOwn(placeholders, name) ? placeholders[name] : undefined

const listed = (placeholders: Placeholders, only?: Placeholder['kind']) =>
  Object.entries(placeholders)
    .filter(([, { kind }]) => only === undefined || kind === only)
    .map(([name]) => `{${name}}`)
    .join(', ')

/** The problem with a subject, worded for its writer; undefined when there is none. */
export function problemInSubject(mail: MailName, subject: string): string | undefined {
  const { placeholders } = definitionOf(mail)
  for (const { index, 0: written, 1: name } of subject.matchAll(inBraces)) {
    const found = find(placeholders, name!)
    if (!found) return unknown(written, placeOf(subject, index), listed(placeholders, 'text'))
    if (found.kind !== 'text') return `${written} can’t be used in the subject (${placeOf(subject, index)})`
  }
  return undefined
}

/** The problem with the text of a mail, worded for its writer; undefined when there is none. */
export function problemInText(mail: MailName, text: string): string | undefined {
  const { placeholders } = definitionOf(mail)
  for (const { index, 0: written, 1: name } of text.matchAll(inBraces)) {
    const found = find(placeholders, name!)
    const place = placeOf(text, index)
    if (!found) return unknown(written, place, listed(placeholders))
    if (isBlock(found.kind) && !standsAlone(text, index, written)) {
      return `${written} is a list and needs its own paragraph (${place})`
    }
  }
  const lost = Object.entries(placeholders).find(([name, { required }]) => required && !text.includes(`{${name}}`))
  return lost && `{${lost[0]}} is required: ${lost[1].means}`
}

const unknown = (written: string, place: string, known: string) =>
  `${written} is not a placeholder (${place}). You can use ${known}.`

/** Whether what fills it has paragraphs of its own. */
const isBlock = (kind: Placeholder['kind'] | undefined) => kind === 'list' || kind === 'entries'

/** The empty lines between paragraphs. */
const emptyLine = /\n[^\S\n]*\n/

/** Whether nothing else stands in the paragraph of what is written at an index. */
function standsAlone(text: string, index: number, written: string): boolean {
  const before = text.slice(0, index).split(emptyLine).at(-1)!
  const after = text.slice(index + written.length).split(emptyLine)[0]!
  return `${before}${after}`.trim() === ''
}

/** A mail's text with its placeholders filled. A text with a problem is filled as far as it goes. */
export function fillMail<Name extends MailName>(
  mail: Name,
  { subject, text }: MailText,
  values: MailValues<Name>,
): MailContent {
  const { placeholders, because } = definitionOf(mail)
  const given = values as Record<string, string | readonly string[] | Entries>
  const kindOf = (name: string) => find(placeholders, name)?.kind
  /** A value as words on one line: a line break in it would begin a paragraph of its own making. */
  function inWords(name: string) {
    const value = given[name]!
    return (isEntries(value) ? value.entries.map(({ says }) => says) : [value].flat()).join(', ').replace(/\s+/g, ' ')
  }
  const filled = (template: string) =>
    template.replace(inBraces, (written, name: string) => (kindOf(name) ? inWords(name) : written))

  function paragraph(template: string): Paragraph {
    const [, alone] = /^\{(\w+)\}$/.exec(template) ?? []
    if (alone && isBlock(kindOf(alone))) return given[alone]!
    const [, says, end] = /^(.+):\s*\{(\w+)\}$/.exec(template) ?? []
    if (says && end && kindOf(end) === 'link') return { says: filled(says), link: inWords(end) }
    const parts = template.split(/(\{\w+\})/).map((part) => {
      const name = part.slice(1, -1)
      return part.startsWith('{') && kindOf(name) === 'link' ? { link: inWords(name) } : filled(part)
    })
    return parts.every((part) => typeof part === 'string') ? parts.join('') : { parts }
  }

  return {
    subject: filled(subject),
    lines: paragraphsOf(text).map(paragraph),
    ...(because ? { because: filled(because) } : {}),
  }
}

/** The paragraphs of a text. */
const paragraphsOf = (text: string): string[] =>
  text
    .split(emptyLine)
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** The values of a mail in its preview and in a test: samples, the agency as it is, and addresses of its own site. */
export function sampleValues<Name extends MailName>(
  mail: Name,
  { agency, origin }: { agency: string; origin: string },
): MailValues<Name> {
  const { placeholders } = definitionOf(mail)
  function entryOf(sample: string) {
    const [says = '', ...lines] = sample.split('\n')
    return { says, link: `${origin}/dashboard`, lines }
  }
  const sampleOf = (name: string, { kind, sample }: Placeholder) => {
    if (name === 'agency') return agency
    if (kind === 'list') return sample.split('\n')
    if (kind === 'entries') return { entries: sample.split('\n\n').map(entryOf) }
    return kind === 'link' ? origin + sample : sample
  }
  const values = Object.entries(placeholders).map(([name, each]) => [name, sampleOf(name, each)])
  return Object.fromEntries(values) as MailValues<Name>
}
