import type { WireAgreement } from '#domain/contract/orders.ts'
import type { Recorded } from '#domain/event.ts'
import { formatMoney } from '#domain/money.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { type OrderEvent, orders, sentence } from './actions.ts'
import { amountsIn } from './issued.ts'
import { stateName } from './states.ts'

/** A part of what was agreed, as it was read: what it is, and its exact text or figure. */
export type AgreedPart = WireAgreement['parts'][number]

/** An agreement of client and agency, or a declaration of one to the other: one event, with its exact content. */
type Agreement = Omit<WireAgreement, 'hash'>

type Parts = (AgreedPart | undefined)[]
const part = (about: string, text: string | undefined): AgreedPart | undefined => (text ? { about, text } : undefined)
const money = (about: string, amount: number | undefined) =>
  amount === undefined ? undefined : part(about, formatMoney(amount))

type DataOf<Type extends OrderEvent['type']> = Extract<OrderEvent, { type: Type }>['data']

const paid = (of: { amount: number; reference?: string | undefined; paidOn?: string }): Parts => [
  money('Amount', of.amount),
  part('Reference', of.reference),
  part('Paid on', of.paidOn && dayInWords(of.paidOn)),
]

const buyerInLines = ({ name, address, state, gstin }: DataOf<'BillingDetailsGiven'>): string =>
  [name, address, stateName(state), gstin].filter(Boolean).join('\n')

const documentParts = ({
  number,
  issuedOn,
  buyer,
  lines,
}: DataOf<'InvoiceIssued'> | DataOf<'CreditNoteIssued'>): Parts => [
  part('Number', number),
  part('Issued on', dayInWords(issuedOn)),
  part('Invoice to', buyerInLines(buyer)),
  part('Lines', lines.map(({ title, amount }) => `${title}: ${formatMoney(amount)}`).join('\n')),
  money('Total', amountsIn(lines)),
]

/** The events that are agreements, with what each was about. `verify-history.mjs` names the same. */
const agreed: { [Type in OrderEvent['type']]?: (data: DataOf<Type>) => Parts } = {
  ProposalAccepted: ({ version, price, text, hash, name }) => [
    part('Proposal', `Version ${version}`),
    money('Price', price),
    part('Name typed', name),
    part('Text', text),
    part('SHA-256 of the text', hash),
  ],
  ProposalDeclined: ({ version, reason }) => [part('Proposal', `Version ${version}`), part('Reason', reason)],
  ProposalWithdrawn: ({ version }) => [part('Proposal', `Version ${version}`)],
  ChangesRequested: ({ version, round, phase, price, points }) => [
    part('Design', `Version ${version}`),
    part('Round', `${round} of the ${phase}`),
    part('Price', price > 0 ? formatMoney(price) : 'Free'),
    part('Changes', points.map(({ letter, text }) => `${letter}. ${text}`).join('\n')),
  ],
  DraftApproved: ({ version, phase, name, open }) => [
    part('Design', `Version ${version} of the ${phase}`),
    part('Name typed', name),
    part('Points still open', open.join(', ')),
  ],
  PaymentReported: ({ amount, reference, paidOn }) => paid({ amount, reference, paidOn }),
  PaymentReportWithdrawn: ({ amount }) => paid({ amount }),
  PaymentConfirmed: ({ amount, provider }) => [...paid({ amount }), part('Through', provider)],
  PaymentRecorded: ({ amount, reference, paidOn, provider }) => [
    ...paid({ amount, reference, paidOn }),
    part('Through', provider),
  ],
  PaymentReopened: ({ amount }) => paid({ amount }),
  BillingDetailsGiven: (buyer) => [part('Invoice to', buyerInLines(buyer))],
  InvoiceIssued: (invoice) => [
    ...documentParts(invoice),
    part('Due by', dayInWords(invoice.dueOn)),
    money('Open', invoice.open),
  ],
  CreditNoteIssued: (note) => [
    part('Corrects invoice', note.corrects.number),
    ...documentParts(note),
    part('Reason', note.reason),
  ],
  ReceiptIssued: ({ number, issuedOn, amount }) => [
    part('Number', number),
    part('Issued on', dayInWords(issuedOn)),
    money('Amount', amount),
  ],
  InvoiceRevised: ({ actual, paid, revisions }) => [
    money('Project price', actual),
    money('Paid', paid),
    part('Paid revisions', revisions > 0 ? String(revisions) : undefined),
  ],
}

/** The types of events that are agreements. */
export const agreementTypes: readonly string[] = Object.keys(agreed)

/** The agreement that an event is; undefined where it is none. */
export function agreementOf(event: Recorded<OrderEvent>): Agreement | undefined {
  if (!Object.hasOwn(agreed, event.type)) return undefined
  const parts = agreed[event.type] as (data: unknown) => Parts
  const { id, revision, type, at, by, data } = event
  return {
    ...{ id, revision, type, at, by },
    says: sentence(event, orders.initial),
    parts: parts(data).filter((each) => each !== undefined),
  }
}
