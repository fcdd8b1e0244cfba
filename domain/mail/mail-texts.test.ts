import { describe, expect, it } from 'vitest'
import { fillMail, problemInSubject, problemInText, sampleValues } from './mail-texts.ts'
import { definitionOf, mailNames, mails } from './mails.ts'
import { renderMail } from './render-mail.ts'

const values = {
  name: 'Asha Rao',
  news: 'Meera Kulkarni made changes to Asha Rao #3',
  people: 'Meera',
  order: 'Asha Rao #3',
  summary: '2 changes',
  changes: ['One is done', 'Two is done'],
  next: 'Our turn: Three.',
  link: 'https://looms.example/order-detail/3',
  agency: 'Looms & Sons',
}
const filled = (text: string, given = values) =>
  fillMail('orderChanged', { subject: '{order}: {summary}', text }, given)
const lines = (text: string) => filled(text).lines

describe('a mail', () => {
  it('is filled wherever a word stands in braces', () => {
    const { subject, lines } = filled('Dear {name},\n\n{people} worked on {order}, says {agency}.')
    expect(subject).toBe('Asha Rao #3: 2 changes')
    expect(lines).toEqual(['Dear Asha Rao,', 'Meera worked on Asha Rao #3, says Looms & Sons.'])
  })
  it('has a list where a list stands by itself', () =>
    expect(lines('News:\n \n{changes}\n\nBye')).toEqual(['News:', ['One is done', 'Two is done'], 'Bye']))
  it('has a button where words end in a colon and a link', () => {
    expect(lines('Open the project: {link}')).toEqual([{ says: 'Open the project', link: values.link }])
    expect(lines('Open the project:\n{link}')).toEqual([{ says: 'Open the project', link: values.link }])
  })
  it('has a link in the middle of words where one stands there', () => {
    expect(lines('Look at {link} today')).toEqual([{ parts: ['Look at ', { link: values.link }, ' today'] }])
    const { text, html } = renderMail(filled('Look at {link} today'))
    expect(text).toContain(`Look at ${values.link} today`)
    expect(html).toContain(`Look at <a href="${values.link}"`)
  })
  it('keeps the lines of a paragraph', () =>
    expect(renderMail(filled('Longhand\nPune {link}')).html).toContain('Longhand<br>Pune <a href='))
  it('is not filled by what fills it', () =>
    expect(filled('{name}', { ...values, name: '{link} {agency}\n\n{changes}' }).lines).toEqual([
      '{link} {agency} {changes}',
    ]))
})

describe('a text', () => {
  it('may hold every word of its mail', () => {
    for (const mail of mailNames) {
      const { subject, text } = definitionOf(mail)
      expect([mail, problemInSubject(mail, subject), problemInText(mail, text)]).toEqual([mail, undefined, undefined])
    }
  })
  it('is refused with the place of a word that is none of its mail', () => {
    expect(problemInText('welcome', 'Dear {name},\n\ngo to {lnik}')).toBe(
      '{lnik} is not a placeholder (line 3, character 7). You can use {name}, {agency}, {next}, {link}.',
    )
    expect(problemInSubject('welcome', 'Hello {code}')).toBe(
      '{code} is not a placeholder (character 7). You can use {name}, {agency}, {next}.',
    )
    for (const text of ['{ link }', '{}', '{toString}', '{__proto__}', '{LINK}']) {
      expect(problemInText('welcome', `${text} {link}`)).toContain(`${text} is not a placeholder`)
    }
  })
  it('is refused without what the mail is for', () => {
    expect(problemInText('resetCode', 'Hello {name}')).toBe('{code} is required: the 6-digit OTP')
    for (const mail of ['welcome', 'orderChanged', 'invitation'] as const) {
      expect(problemInText(mail, 'Hello')).toContain('{link} is required')
    }
  })
  it('has its list in a paragraph of its own, and neither lists nor links in its subject', () => {
    expect(problemInText('orderChanged', 'See {changes}\n\n{link}')).toBe(
      '{changes} is a list and needs its own paragraph (line 1, character 5)',
    )
    expect(problemInText('orderChanged', '{changes}\n{link}')).toContain('its own paragraph')
    expect(problemInSubject('orderChanged', '{changes}')).toBe('{changes} can’t be used in the subject (character 1)')
    expect(problemInSubject('orderChanged', 'x {link}')).toBe('{link} can’t be used in the subject (character 3)')
  })
})

it('promises no way to pay that the agency may not have set', () =>
  expect(mails.paymentDue.text).not.toMatch(/bank|UPI/))

it.each(mailNames)('the sample of %s is whole', (mail) => {
  const { subject, text } = mails[mail]
  const sample = sampleValues(mail, { agency: 'Looms', origin: 'https://looms.example' })
  const rendered = renderMail(fillMail(mail, { subject, text }, sample))
  expect(`${rendered.subject}${rendered.text}`).not.toMatch(/[{}]|undefined/)
})
