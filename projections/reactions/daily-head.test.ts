import { expect, it } from 'vitest'
import { createComposer } from '#infra/mail/mailer.ts'
import { headReaction } from './daily-head.ts'
import { testOutbox } from './testing.ts'

it('mails each head under an id of its own, two of one day after a restore too, and the same again under the same', async () => {
  const { mailer, mails } = await testOutbox()
  const compose = createComposer({ agency: async () => ({}), mailTexts: async () => ({}) })
  const { perform } = headReaction({ to: 'keeper@longhand.example', mailer, compose, url: 'https://longhand.example' })
  const head = { day: '2026-11-23', events: 1_24_000, hash: 'a1', key: 'k1' }
  await perform([head, { ...head, hash: 'b2' }, head])
  const [first, other, again] = await mails()
  expect(other!.id).not.toBe(first!.id)
  expect(again!.id).toBe(first!.id)
  expect(first!.text).toContain('the number of events recorded by Atelier was 1,24,000.')
})
