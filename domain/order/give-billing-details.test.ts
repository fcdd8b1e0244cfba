import { expect, it } from 'vitest'
import { fold } from '#domain/event.ts'
import { asha, billingGiven, cancelled, opened } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { orders } from './actions.ts'
import { differences } from './differences.ts'
import { BillingDetailsGiven, giveBillingDetails } from './give-billing-details.ts'
import { cases, check, some, tries } from './testing-action.ts'

const given = {
  ...{ name: ' Neelgiri Looms LLP ', address: '14 Hill Road\nPune 411004' },
  ...{ state: '27', gstin: '27 aapfu 0939f 1zv' },
}
const wrong = (changes: object, fields: Record<string, string>) => ({ input: { ...given, ...changes }, fields })

export const ofGiveBillingDetails = cases(giveBillingDetails, {
  example: {
    given: [opened],
    by: asha,
    input: given,
    follows: [BillingDetailsGiven(billingGiven.data)],
    said: 'Billing details: Neelgiri Looms LLP',
  },
  who: { visitor: 401, client: 200, stranger: 404, admin: 200 },
  inputOf: { BillingDetailsGiven: (data) => data },
  tried: tries({
    name: some('Asha Rao', 'Neelgiri Looms LLP'),
    address: some(undefined, '', '14 Hill Road'),
    state: some(undefined, '', '27', '29'),
    gstin: some('', '27AAPFU0939F1ZV'),
  }),
  ignored: { 'the second time': [opened, billingGiven] },
  refused: { 'once it is cancelled': { given: [opened, cancelled], message: 'Order Either Completed Or Cancelled' } },
  invalid: [
    wrong({ name: ' ' }, { name: 'Please enter the name or company to invoice' }),
    wrong({ name: 'A\nB' }, { name: 'Please remove the line breaks' }),
    wrong({ state: 'Maharashtra' }, { state: 'Please choose a state' }),
    wrong({ gstin: '27AAPFU0939F1ZW' }, { gstin: 'This GSTIN is wrong. Check each character.' }),
    wrong({ state: '29' }, { gstin: 'This GSTIN is of another state' }),
  ],
})

if (import.meta.vitest) {
  check(ofGiveBillingDetails)

  it('names the state by its name where the history compares it', () => {
    const [before, after] = ['29', '11'].map((state) =>
      fold(orders, recorded('order-1', [opened, { ...billingGiven, data: { name: 'Neelgiri Looms', state } }])),
    )
    expect(differences(before!, after!)).toEqual([{ about: 'Billing state', before: 'Karnataka', after: 'Sikkim' }])
  })
}
