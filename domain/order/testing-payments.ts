import type { SampleEvent } from '#domain/demo/events.ts'
import { asha, meera, opened } from '#domain/samples.ts'
import type { Sample } from '#domain/testing.ts'
import type { DueWords } from '#domain/words/due.ts'
import type { OrderEvent } from './actions.ts'

// Payments of the sample order, for the tests of their commands.

const at = '2026-11-12T08:44:00.000Z'

/** Days as they are stored, of which none is over. */
export const byDay: DueWords = { day: (at) => at.slice(0, 10), isPast: () => false }

/** The client’s input. */
export const entered = { payment: 'payment-1', amount: '13000', reference: '6337 4412 9075', paidOn: '2026-11-12' }

/** The order with its price, of which 20 percent are due. */
export const priced: Sample<OrderEvent>[] = [
  opened,
  {
    type: 'InvoiceRevised',
    data: { paid: 0, actual: 6_500_000, revisions: 0 },
    by: meera,
    at: '2026-11-05T06:00:00.000Z',
  },
]

/** The steps that end with the approval of its landing page, each done: the next part is due on the 17th. */
export const landingApproved = opened.data.steps
  .slice(0, 1 + opened.data.steps.findLastIndex(({ phase }) => phase === 'landing page'))
  .map(({ id }): SampleEvent<'StepToggled'> => {
    return { type: 'StepToggled', data: { step: id, done: true }, by: meera, at: '2026-11-10T06:00:00.000Z' }
  })

/** The reported data: as it is entered, in paise. */
export const reportedData = { ...entered, amount: 1_300_000, waits: {} }
export const reported: SampleEvent<'PaymentReported'> = { type: 'PaymentReported', data: reportedData, by: asha, at }

/** Since when its report waits, in an order that has its price and this. */
export const waiting = { payment: { at, revision: priced.length, amount: 1_300_000 } }

export const confirmed: SampleEvent<'PaymentConfirmed'> = {
  type: 'PaymentConfirmed',
  data: { payment: 'payment-1', amount: 1_300_000, waits: {} },
  by: meera,
  at: '2026-11-12T11:10:00.000Z',
}
export const questioned: SampleEvent<'PaymentQuestioned'> = {
  type: 'PaymentQuestioned',
  data: { payment: 'payment-1', amount: 1_300_000, question: 'Which bank did you pay from?', waits: {} },
  by: meera,
  at: '2026-11-12T11:10:00.000Z',
}
