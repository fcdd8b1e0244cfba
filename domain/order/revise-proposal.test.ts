import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Invalid, perform } from '#domain/command.ts'
import { invoices } from '#domain/demo/events.ts'
import { fold } from '#domain/event.ts'
import { toWireRupees } from '#domain/money.ts'
import { asha, cancelled, completed, farhan, meera, offered, opened, proposed } from '#domain/samples.ts'
import { given, recorded, type Sample } from '#domain/testing.ts'
import { ProposalAccepted } from './accept-proposal.ts'
import type { Undo } from './action.ts'
import { type OrderEvent, orders } from './actions.ts'
import { ProposalDeclined } from './decline-proposal.ts'
import { ProposalExpired } from './expire-proposal.ts'
import { bullets } from './proposal-text.ts'
import { isTooOld, needsNewDate, ProposalRevised, reviseProposal } from './revise-proposal.ts'
import { cases, check, ravi, some, tries } from './testing-action.ts'
import { StepToggled } from './toggle-step.ts'
import { turnOf } from './turn.ts'
import { ProposalWithdrawn } from './withdraw-proposal.ts'

const proposal = { orderId: 'x1', ...proposed.data }
const written = { type: 'ProposalRevised' as const, data: proposed.data }
const problems = (changes: object) =>
  reviseProposal.input.safeParse({ ...proposal, ...changes }).error?.issues.map(({ message }) => message)

const whole: Partial<Record<string, string>> = {
  receiverName: 'Asha Rao',
  date: '2026-11-04',
  problem: 'A. B.',
  goals: 'C.',
  solution: 'E.',
}
const priced: Partial<Record<string, string>> = { ...whole, price: '65000' }

export const ofReviseProposal = cases(reviseProposal, {
  example: {
    given: [opened],
    by: meera,
    input: proposed.data,
    follows: [ProposalRevised(proposed.data)],
    said: 'Proposal for Asha Rao, Neelgiri Looms shared',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: {
    ProposalRevised: ({ price, ...written }) =>
      price === undefined ? written : { ...written, price: toWireRupees(price) },
  },
  // Whole ones too, or next to none would come to be.
  tried: fc.oneof(
    fc.record({
      by: some(meera, ravi),
      input: some(priced, priced, { ...priced, goals: 'D.', price: '45000' }, { ...priced, date: '2026-10-20' }, whole),
    }),
    tries({
      receiverName: some('Asha Rao', 'Neelgiri Looms', undefined),
      date: some('2026-11-04', '2026-11-04', undefined),
      problem: some('A. B.', 'A. B.', undefined),
      goals: some('C.', 'D.', undefined),
      solution: some('E.', 'E.', undefined),
      price: some(undefined, undefined, '45000', '65000'),
    }),
  ),
})

if (import.meta.vitest) {
  check(ofReviseProposal)

  describe('revising the proposal', () => {
    it('writes the first one', () => given(orders, opened).when(reviseProposal, proposal, meera).then(written))
    it('does nothing the second time', () =>
      given(orders, opened, proposed).when(reviseProposal, proposal, meera).then())
    it.each([
      { receiverName: 'Lakshmi Rao, Neelgiri Looms' },
      { date: '2026-11-05' },
      { problem: 'Nobody knows the price.' },
      { goals: 'Everybody knows the price.' },
      { solution: 'The price is written down.' },
    ])('writes it anew when one thing changes, whether the rest is sent or left out: %o', (changes) => {
      for (const sent of [
        { ...proposal, ...changes },
        { orderId: 'x1', ...changes },
      ])
        given(orders, opened, proposed)
          .when(reviseProposal, sent, meera)
          .then({ type: 'ProposalRevised', data: { ...proposed.data, ...changes } })
    })
    it('does nothing when what is sent stands already', () =>
      given(orders, opened, proposed).when(reviseProposal, { orderId: 'x1', goals: proposed.data.goals }, meera).then())
    it.each(['0026-11-16', '1999-12-31', '2100-01-01', '9999-12-30'])('has no date of another century: %s', (date) =>
      expect(problems({ date })).toEqual(['Please enter a date between 2000 and 2099']),
    )
    it('wants to be told at least one field', () =>
      expect(reviseProposal.input.safeParse({ orderId: 'x1' }).error?.issues.map(({ message }) => message)).toEqual([
        'Please change at least one field',
      ]))
    it('is whole from the beginning: the first one says of each field what it lacks', () => {
      const first = { orderId: 'x1', receiverName: 'Asha Rao', goals: 'C.' }
      const decide = () =>
        perform(reviseProposal, fold(orders, recorded('order-1', [opened])), first, { by: meera, at: proposed.at })
      expect(decide).toThrow(Invalid)
      expect(decide).toThrow(
        expect.objectContaining({
          fields: {
            date: 'Please choose the date of the proposal',
            problem: 'Please describe the problem',
            solution: 'Please describe the solution',
          },
        }),
      )
    })
    it('is as it was written last', () => {
      const again = { ...proposed, data: { ...proposed.data, goals: 'Everybody knows the price.' } }
      expect(fold(orders, recorded('order-1', [opened, proposed, again])).proposal).toEqual(again.data)
    })

    it.each([completed, cancelled])('is refused after $type, even where nothing would change', (closed) =>
      given(orders, opened, proposed, closed)
        .when(reviseProposal, proposal, meera)
        .thenRefused('Order Either Completed Or Cancelled'),
    )
    it.each([asha, farhan])('is not for a client: $name', (client) =>
      given(orders, opened).when(reviseProposal, proposal, client).thenRefused('Sorry Not Allowed'),
    )
    it('finds no order where there is none', () =>
      given(orders).when(reviseProposal, proposal, meera).thenRefused('Not found'))

    // spec: 5.24
    it.each([
      ['receiverName', 'Please enter the client and company', 200],
      ['problem', 'Please describe the problem', 10_000],
      ['goals', 'Please describe the goals', 10_000],
      ['solution', 'Please describe the solution', 10_000],
    ])('needs its %s', (field, message, longest) => {
      for (const nothing of [null, 5, '', ' \n', '\u200b']) expect(problems({ [field]: nothing })).toEqual([message])
      expect(problems({ [field]: 'x'.repeat(longest) })).toBeUndefined()
      expect(problems({ [field]: 'x'.repeat(longest + 1) })).toEqual([`Please use at most ${longest} characters`])
    })
    it.each(['Asha\nRao', 'Asha\u2028Rao'])('has its receiver on one line: not %j', (receiverName) =>
      expect(problems({ receiverName })).toEqual(['Please remove the line breaks']),
    )
    // spec: 5.24
    it.each([null, '', '04/11/2026', '2026-02-29', '2026-11-04T09:30:00Z'])('does not take %j for its date', (date) =>
      expect(problems({ date })).toEqual(['Please choose the date of the proposal']),
    )
  })

  describe('the date of the next version', () => {
    const at = '2026-11-18T09:00:00.000Z'
    const by = (event: OrderEvent) => ({ ...event, by: meera, at }) as Sample<OrderEvent>
    const orderAfter = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-x1', samples))
    // It is valid until 19/11.
    const [date, lastOf, next] = [offered.data.date, '2026-11-19', '2026-11-20']
    const text = 'As it was read.'
    const accepted = by(
      ProposalAccepted({ version: 1, price: 45_000_00, text, hash: offered.data.hash!, name: 'Asha' }),
    )
    it.each<[string, string, boolean, Sample<OrderEvent>[]]>([
      ['waits on its last day', lastOf, false, []],
      ['waits once its days are over', next, true, []],
      ['is no longer valid', next, true, [by(ProposalExpired({ version: 1 }))]],
      ['was declined', date, true, [by(ProposalDeclined({ version: 1, reason: 'Too dear.' }))]],
      ['was withdrawn', date, true, [by(ProposalWithdrawn({ version: 1 }))]],
      ['was accepted', next, false, [accepted]],
      ['was paid for', next, false, [invoices(meera, [13_000, 65_000], at)]],
    ])('where the latest one %s, on %s, is to be another: %s', (_, today, isAnother, then) =>
      expect(needsNewDate(orderAfter(opened, offered, ...then), today)).toBe(isAnother),
    )
    it('is too old where its days are over, but not where it does not expire since something was paid', () => {
      const paid = invoices(meera, [13_000, 65_000], at)
      expect([lastOf, next].map((today) => isTooOld(orderAfter(opened, offered), date, today))).toEqual([false, true])
      expect(isTooOld(orderAfter(opened, offered, paid), date, next)).toBe(false)
      expect(isTooOld(orderAfter(opened, offered, accepted, paid), date, next)).toBe(true)
      expect(isTooOld(orderAfter(opened, offered), '', next)).toBe(false)
    })
  })

  describe('undoing an edit', () => {
    const at = '2026-11-18T09:00:00.000Z'
    const by = <E extends OrderEvent>(event: E, person = meera) => ({ ...event, by: person, at }) as Sample<OrderEvent>
    const orderAfter = (...samples: Sample<OrderEvent>[]) => fold(orders, recorded('order-x1', samples))
    const edited = (...samples: Sample<OrderEvent>[]) => {
      const before = orderAfter(...samples)
      const edit = by(perform(reviseProposal, before, { orderId: 'x1', price: 70_000_00 }, { by: meera, at })[0]!)
      const undo = (reviseProposal.undo as (order: typeof before, event: unknown) => Undo | undefined)(before, edit)
      return { before, undo, after: orderAfter(...samples, edit), samples: [...samples, edit] }
    }
    it('has what waited wait again', () => {
      const { before, undo, after } = edited(opened, offered)
      const input = reviseProposal.input.parse({ orderId: 'x1', ...undo!.input })
      const back = by(perform(reviseProposal, after, input, { by: meera, at })[0]!)
      const restored = fold(orders, recorded('order-x1', [back]), after)
      expect(restored.proposal?.price).toBe(before.proposal?.price)
      expect([turnOf(before)?.reason, turnOf(restored)?.reason]).toEqual(['proposal', 'proposal'])
    })
    it.each<[string, Sample<OrderEvent>]>([
      ['was paid for', invoices(meera, [13_000, 65_000], at)],
      [
        'has its step marked as done',
        by(StepToggled({ step: 3, done: true, answers: { proposal: { at: offered.at, revision: 1, paid: 0 } } })),
      ],
      ['is no longer valid', by(ProposalExpired({ version: 1 }))],
    ])('is not possible where the version before %s: the client is not to accept that again', (_, then) =>
      expect(edited(opened, offered, then).undo).toBeUndefined(),
    )
    it.each<[string, Sample<OrderEvent>]>([
      ['declined', by(ProposalDeclined({ version: 2, reason: 'Too dear.' }))],
      ['withdrawn', by(ProposalWithdrawn({ version: 2 }))],
      ['paid for', invoices(meera, [13_000, 70_000], at)],
      ['over', by(ProposalExpired({ version: 2 }))],
    ])('is no more possible once the edited version was %s', (_, then) => {
      const { undo, after, samples } = edited(opened, offered)
      expect([undo!.isUnchanged(after), undo!.isUnchanged(orderAfter(...samples, then))]).toEqual([true, false])
    })
  })

  describe('the bullets of a proposal', () => {
    // spec: 5.25
    it.each([
      ['One thing. Another thing.', ['One thing.', 'Another thing.']],
      ['One thing.\nAnother thing.\n', ['One thing.', 'Another thing.']],
      ['One thing.  \r\n\r\n Another thing.', ['One thing.', 'Another thing.']],
      ['Ready in 3.5 weeks. See https://x.example/a.b now.', ['Ready in 3.5 weeks.', 'See https://x.example/a.b now.']],
      ['Nobody wrote a full stop', ['Nobody wrote a full stop']],
      ['No full stop here\nNor here', ['No full stop here', 'Nor here']],
      ['One thing. And the rest', ['One thing.', 'And the rest']],
      ['Wait... what.', ['Wait...', 'what.']],
      ['', []],
      [' \n ', []],
    ])('of %j are %j', (text, lines) => expect(bullets(text)).toEqual(lines))
  })
}
