import { cancelled, completed, meera, opened, paymentLinkShared } from '#domain/samples.ts'
import { PaymentLinkShared, sharePaymentLink } from './share-payment-link.ts'
import { cases, check, some, tries } from './testing-action.ts'

const link = 'https://pay.longhand.example/second-half'
const closed = 'Order Either Completed Or Cancelled'
const noLinks = [undefined, null, '', ' ', 'pay.longhand.example', 'javascript:alert(1)', 'upi://pay?pa=x', 'https://']

export const ofSharePaymentLink = cases(sharePaymentLink, {
  example: {
    given: [opened, paymentLinkShared],
    by: meera,
    input: { paymentLink: link },
    follows: [PaymentLinkShared({ link })],
    said: 'International payment link shared',
  },
  who: { visitor: 401, client: 403, stranger: 403, admin: 200 },
  inputOf: { PaymentLinkShared: ({ link }) => ({ paymentLink: link }) },
  tried: tries({ paymentLink: some('https://pay.example/a', 'https://pay.example/b') }),
  ignored: { 'the second time': [opened, { ...PaymentLinkShared({ link }), by: meera, at: paymentLinkShared.at }] },
  refused: {
    'once it is completed': { given: [opened, completed], message: closed },
    'once it is cancelled, even where nothing would change': {
      given: [opened, paymentLinkShared, cancelled],
      message: closed,
    },
  },
  invalid: noLinks.map((paymentLink) => ({
    input: { paymentLink },
    fields: { paymentLink: 'Please enter a payment link' },
  })),
})

if (import.meta.vitest) check(ofSharePaymentLink)
