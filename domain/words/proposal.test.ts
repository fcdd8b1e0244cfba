import { expect, it } from 'vitest'
import {
  acceptanceInWords,
  acceptingMeans,
  answerInWords,
  questionAbout,
  stagesInWords,
  versionOf,
} from './proposal.ts'

it('says the parts of a price', () =>
  expect(stagesInWords([13_000_00, 19_500_00, 32_500_00])).toEqual([
    'First 20%: ₹13,000, once this proposal is accepted.',
    'Next 30%: ₹19,500, once the landing page is approved.',
    'Last 50%: ₹32,500, once the full design is approved.',
  ]))

it('says what follows from accepting it', () => {
  expect(acceptingMeans(65_000_00)).toBe('The project price is then ₹65,000.')
  expect(acceptingMeans(65_000_00, { amount: 13_000_00, due: '02/12/2026' })).toBe(
    'The project price is then ₹65,000. The first 20%, ₹13,000, is due on 02/12/2026.',
  )
})

const answer = (text: string) => ({ by: 'Asha Rao', at: '2026-11-18T05:00:00.000Z', text })

it.each([
  [{ state: 'open' as const }, 'Not answered yet.'],
  [{ state: 'replaced' as const }, 'Replaced by a newer version.'],
  [{ state: 'accepted' as const, answer: answer('Asha R. Rao') }, 'Accepted by Asha R. Rao on 18/11/2026.'],
  [
    { state: 'replaced' as const, answer: answer('Asha R. Rao') },
    'Accepted by Asha R. Rao on 18/11/2026, then replaced by a newer version.',
  ],
  [{ state: 'declined' as const, answer: answer('Too late.') }, 'Declined by Asha Rao on 18/11/2026: Too late.'],
  [{ state: 'withdrawn' as const, answer: answer('') }, 'Withdrawn by Asha Rao on 18/11/2026.'],
])('says how %j was answered', (version, said) =>
  expect(answerInWords(version, (at) => at.slice(0, 10).split('-').reverse().join('/'))).toBe(said),
)

const acceptance = {
  ...{ name: 'Asha R. Rao', by: 'Asha Rao', at: '2026-11-18T05:00:00.000Z', price: 65_000_00, hash: 'f', text: 'a' },
}
it('says who accepted a version when, with which device and from which account', () => {
  const time = 'Wednesday, 18/11/2026, 10:30 am (Asia/Kolkata)'
  expect(acceptanceInWords({ ...acceptance, device: 'Safari on iPhone' }, 2, time)).toEqual([
    'Version 2 for ₹65,000, by Asha R. Rao.',
    'Wednesday, 18/11/2026, 10:30 am (Asia/Kolkata), with Safari on iPhone, from the account of Asha Rao.',
  ])
  expect(acceptanceInWords({ ...acceptance, name: '', by: '' }, 2, time)).toEqual([
    'Version 2 for ₹65,000, by a deleted person.',
    'Wednesday, 18/11/2026, 10:30 am (Asia/Kolkata), from the account of a deleted person.',
  ])
})

it('names a version, and what a question is about', () => {
  expect([versionOf(1, 1), versionOf(2, 3)]).toEqual(['Version 1', 'Version 2 of 3'])
  expect(questionAbout(2)).toBe('About version 2 of the proposal: ')
})
