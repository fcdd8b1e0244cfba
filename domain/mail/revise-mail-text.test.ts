import { describe, expect, it } from 'vitest'
import { asha, meera } from '#domain/samples.ts'
import { given } from '#domain/testing.ts'
import { defaultText, type MailTexts, mailTextOf, mailTextsOfAgency } from './mail-texts.ts'
import { reviseMailText } from './revise-mail-text.ts'

const revised = (texts: MailTexts) => ({ type: 'MailTextsRevised', data: { texts } }) as const
const before: MailTexts = { invitation: { subject: 'Come and help' }, welcome: { text: 'Hello: {link}' } }
const earlier = { ...revised(before), by: meera, at: '2026-11-15T09:00:00.000Z' }
const when = (changes: object, by = meera) =>
  given(mailTextsOfAgency, earlier).when(reviseMailText, changes as never, by)

describe('writing the text of a mail', () => {
  it('writes the subject or the text alone, and leaves the rest', () => {
    when({ mail: 'welcome', subject: ' Welcome to {agency} ' }).then(
      revised({ ...before, welcome: { subject: 'Welcome to {agency}', text: 'Hello: {link}' } }),
    )
    when({ mail: 'resetCode', text: 'Your code:\r\n{code}' }).then(
      revised({ ...before, resetCode: { text: 'Your code:\n{code}' } }),
    )
  })
  it('goes back to the text that it began with', () => {
    when({ mail: 'welcome', subject: null, text: null }).then(revised({ invitation: before.invitation! }))
    when({ mail: 'invitation', subject: defaultText('invitation').subject }).then(revised({ welcome: before.welcome! }))
  })
  it('does nothing when nothing is different', () => {
    when({ mail: 'welcome', text: 'Hello: {link}' }).then()
    when({ mail: 'orderChanged', text: null }).then()
  })
  it('is not for clients', () => when({ mail: 'welcome', text: '{link}' }, asha).thenRefused('Sorry Not Allowed'))
  it.each([
    ['mail', { mail: 'toString', text: 'x' }],
    ['', { mail: 'welcome' }],
    ['text', { mail: 'welcome', text: 'Hello' }],
    ['text', { mail: 'welcome', text: '{link} {code}' }],
    ['text', { mail: 'welcome', text: ' ' }],
    ['text', { mail: 'welcome', text: `{link}${'x'.repeat(5_000)}` }],
    ['subject', { mail: 'welcome', subject: 'Hello\nBcc: all@example.com' }],
    ['subject', { mail: 'welcome', subject: '{link}' }],
    ['subject', { mail: 'welcome', subject: '\u2800' }],
  ])('does not take a wrong %s: %.60j', (field, changes) => {
    const { error } = reviseMailText.input.safeParse(changes)
    expect([...new Set(error?.issues.map(({ path }) => path.join('.')))]).toEqual([field])
  })
})

it('a mail whose text was never written is sent as it began', () => {
  expect(mailTextOf('resetCode', before)).toEqual(defaultText('resetCode'))
  expect(mailTextOf('invitation', before)).toEqual({ ...defaultText('invitation'), subject: 'Come and help' })
})
