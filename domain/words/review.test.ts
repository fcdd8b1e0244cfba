import { describe, expect, it } from 'vitest'
import type { Point } from '#domain/order/design-draft.ts'
import type { DraftState } from '#domain/order/review.ts'
import {
  askLabel,
  freeRoundsUsed,
  leftOut,
  notSentInWords,
  pointState,
  priceInWords,
  reviewTitle,
  roundNote,
  staysOpen,
} from './review.ts'

const point = (letter: string, done = false): Point => ({ letter, text: 'Larger', done, answer: '' })
const said = (latest: Parameters<typeof reviewTitle>[0], viewer: 'client' | 'admin', isOpen = true) =>
  Object.values(reviewTitle(latest, viewer, isOpen)).join(' / ')

describe('the words of a review', () => {
  it('say how the latest version stands, and what is next', () => {
    const at = (state: DraftState) => ({
      ...{ phase: 'full design' as const, version: 3, state },
      points: [point('a', true), point('b')],
    })
    expect([
      said(undefined, 'client'),
      said(undefined, 'admin'),
      said(at('waiting'), 'client'),
      said(at('waiting'), 'admin'),
      said(at('changes'), 'client'),
      said(at('changes'), 'admin'),
      said(at('approved'), 'client'),
      said(at('approved'), 'admin'),
      said(at('done'), 'client'),
    ]).toEqual([
      'No design shared yet. / You’ll review it here.',
      'No design shared yet. / Share the first version below.',
      'The full design, version 3. / Approve it, or ask for changes.',
      'Version 3 is with the client. / They approve it, or ask for changes.',
      'Changes requested for version 3. / We’ll share version 4 here.',
      '1 of 2 points done. / Then share version 4.',
      'You approved version 3.',
      'Version 3 is approved.',
      'Version 3 is done. / Its step was marked as done.',
    ])
  })
  it('say nothing of what is next once the project is closed', () => {
    const at = (state: DraftState) => ({ phase: 'landing page' as const, version: 1, state, points: [point('a')] })
    for (const viewer of ['client', 'admin'] as const)
      expect([undefined, at('waiting'), at('changes')].map((latest) => said(latest, viewer, false))).toEqual([
        'No design was shared. / This project is closed.',
        'The landing page, version 1. / This project is closed.',
        'Changes requested for version 1. / This project is closed.',
      ])
  })
  it('count rounds and points', () => {
    expect([0, 1, 2, 3].map((rounds) => freeRoundsUsed('landing page', rounds))).toEqual([
      'Landing page: 0 of 2 free rounds used',
      'Landing page: 1 of 2 free rounds used',
      'Landing page: both free rounds used',
      'Landing page: both free rounds used',
    ])
    expect(roundNote({ price: 0, points: [point('a', true)] })).toBe('Free. 1 point done')
    expect(roundNote({ price: 1_300_00, points: [point('a', true), point('b')] })).toBe('₹1,300. 1 done, 1 open')
    expect([staysOpen([point('e')]), staysOpen([point('e'), point('f')])]).toEqual([
      'Point e stays on our list',
      'Points e and f stay on our list',
    ])
    expect([leftOut(1), leftOut(2)]).toEqual([
      '1 point isn’t sent, and an approval leaves it out. Ask for changes, or discard it.',
      '2 points aren’t sent, and an approval leaves them out. Ask for changes, or discard them.',
    ])
  })
  it('say that points were not sent', () => {
    expect([1, 2].map(notSentInWords)).toEqual(['1 point wasn’t sent:', '2 points weren’t sent:'])
  })
  it('name the price before it is asked for', () => {
    expect([undefined, 0, 1_300_00].map(priceInWords)).toEqual(['2% of the project price', 'free', '₹1,300'])
    expect([0, 1_300_00].map(askLabel)).toEqual(['Ask for changes', 'Ask for changes, ₹1,300'])
  })
  it('say who settled a point', () => {
    const settled = { by: 'Meera', at: '28/11' }
    expect([pointState(point('a'), String), pointState({ done: true, settled }, String)]).toEqual([
      'Open',
      'Done by Meera, 28/11',
    ])
    expect(pointState({ done: false, settled }, String)).toBe('Answered by Meera, 28/11')
  })
})
