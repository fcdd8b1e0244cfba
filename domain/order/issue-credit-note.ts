import { z } from 'zod'
import { allClear, clear, personal } from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import { formatMoney, rupees } from '#domain/money.ts'
import { dayIn } from '#domain/time-zone.ts'
import { entryTraits, orderCommand, orderEvent } from './action.ts'
import { issuedAs, numberOf } from './document-numbers.ts'
import { issuer } from './draft-invoice.ts'
import { orderId, requiredText } from './input.ts'
import { sellerMissing } from './issue-invoice.ts'
import {
  buyer,
  creditable,
  documentParts,
  type Invoiced,
  type InvoiceLine,
  type IssuedDocument,
  latestInvoice,
  openOfInvoices,
  type Tax,
  totalOf,
  waitingInvoice,
} from './issued.ts'
import { type Order, onlyWhileOpen } from './order.ts'
import { moneyWaits } from './payment-fields.ts'

export const CreditNoteIssued = orderEvent(
  'CreditNoteIssued',
  {
    ...allClear(documentParts),
    corrects: clear(z.object({ documentId: z.string(), number: z.string() })),
    buyer: personal(buyer, { name: 'erased' }),
    reason: personal(z.string(), ''),
    note: clear(z.string().optional()),
    /** The invoice that is the latest from then on, where the latest is credited whole: its day, and its event if it waits. */
    latest: clear(moneyWaits.pick({ invoice: true }).extend({ dueOn: z.string() }).optional()),
  },
  {
    ...entryTraits,
    answers: true,
    kind: 'money',
    subject: ({ documentId }) => documentId,
    apply(order, { latest, ...data }, { at, revision }, lists) {
      const { invoice: _, ...rest } = order.pending
      const { invoice } = latest ?? order.pending
      return {
        ...order,
        documents: lists.append(order.documents, { kind: 'credit note', ...data, at, revision }),
        invoiced: {
          ...order.invoiced,
          ...(latest ? { dueOn: latest.dueOn } : {}),
          sum: order.invoiced.sum - totalOf(data).amount,
        },
        pending: { ...rest, ...(invoice && data.open > 0 ? { invoice } : {}) },
      }
    },
    sentence: (data) =>
      `Credit note ${data.number} issued: ${formatMoney(totalOf(data).amount)} off invoice ${data.corrects.number}`,
  },
)

const reopenFirst = 'Order Either Completed Or Cancelled. Reopen it to issue a credit note'

const sentBody = z.object({
  orderId,
  /** The invoice that it corrects. */
  documentId: z.string('Please choose an invoice').max(100),
  reason: requiredText('Please give a reason', 500),
  /** How much of each line, by its key, in rupees: all that is left of the invoice unless given. */
  amounts: z.record(z.string().max(40), rupees).optional(),
  /** An id that the sender makes up: a credit note that is there already is not issued again. */
  note: z
    .string()
    .regex(/^[\w-]{8,80}$/, 'The credit note id is invalid')
    .optional(),
})

/** Corrects an invoice: takes all of it back, or a part, in a document with a number of its own. */
export const issueCreditNote = orderCommand(
  'issueCreditNote',
  sentBody.extend({ issuer: issuer.optional(), issued: issuedAs }),
  {
    summary: 'Issue a credit note for an invoice, or for part of it',
    call: 'POST /api/issue-credit-note',
    body: sentBody,
    scope: 'orders:write',
    roles: ['admin'],
    success: 'Credit note issued',
    decide(order, { documentId, reason, amounts, note, issuer, issued }, { at }) {
      // The project of an erased client stays closed.
      onlyWhileOpen(order, order.clientErased === undefined ? reopenFirst : undefined)
      const { documents, invoice, invoiced } = order
      const same = note && documents.find((each) => each.note === note)
      if (same) return refuseUnlessSame(same, { documentId, reason, amounts })
      if (!issuer) throw new Refusal(sellerMissing)
      const corrected = documents.find((each) => each.documentId === documentId && each.kind === 'invoice')
      if (!corrected) throw new Refusal('This invoice doesn’t exist')
      const { seller, buyer, number, tax, price } = corrected
      const lines = linesToCredit(creditable(documents, documentId), amounts, tax)
      const left = { sum: invoiced.sum - totalOf({ lines }).amount }
      return [
        CreditNoteIssued({
          ...numberOf('credit note', issued, dayIn(issuer.timeZone, Date.parse(at))),
          ...{ seller, buyer, lines, price, tax, note },
          ...{ corrects: { documentId, number }, reason, open: openOfInvoices(left, invoice.paid) },
          ...latestAfter(order, documentId, lines, left),
        }),
      ]
    },
    undo: 'cannot be taken back',
    palette: [{ tab: 'invoice', label: 'Issue a credit note', words: 'correct invoice refund' }],
  },
)

/** The latest invoice once these lines of one are credited, where that is another one than before. */
function latestAfter(
  { documents, invoice, pending, steps }: Order,
  documentId: string,
  lines: InvoiceLine[],
  left: Invoiced,
) {
  const corrects = { documentId, number: '' }
  const latest = latestInvoice(documents, { kind: 'credit note', documentId: '', lines, corrects })
  if (!latest || latest === latestInvoice(documents)) return {}
  const isWaiting = pending.invoice && openOfInvoices(left, invoice.paid) > 0
  return { latest: { dueOn: latest.dueOn!, ...(isWaiting ? waitingInvoice(latest, steps) : {}) } }
}

/** Nothing more is issued. Throws a `Refusal` where the credit note of the same id says something else. */
function refuseUnlessSame(
  issued: IssuedDocument,
  { documentId, reason, amounts }: Pick<z.infer<typeof sentBody>, 'documentId' | 'reason' | 'amounts'>,
): [] {
  const credited = Object.values(amounts ?? {}).filter((amount) => amount > 0)
  const isSame =
    issued.corrects?.documentId === documentId &&
    issued.reason === reason &&
    (!amounts ||
      (credited.length === issued.lines.length && issued.lines.every(({ key, amount }) => amounts[key] === amount)))
  if (isSame) return []
  throw new Refusal(`This credit note was issued already: ${issued.number}, ${formatMoney(totalOf(issued).amount)}`)
}

/** Returns the credit of each line, with its part of the tax. Throws a `Refusal` where more is asked than is left. */
function linesToCredit(
  left: readonly InvoiceLine[],
  amounts: Record<string, number> | undefined,
  tax: Tax | undefined,
): InvoiceLine[] {
  if (left.length === 0) throw new Refusal('This invoice is credited already')
  if (!amounts) return [...left]
  const known = new Set(left.map(({ key }) => key))
  if (Object.entries(amounts).some(([key, amount]) => amount > 0 && !known.has(key)))
    throw new Refusal('This is no line of the invoice, or is credited already')
  const lines = left.flatMap((line) => {
    const amount = amounts[line.key] ?? 0
    if (amount > line.amount) throw new Refusal(`Only ${formatMoney(line.amount)} is left of “${line.title}”`)
    return amount === 0 ? [] : [{ ...line, amount, tax: taxOfPart(line, amount, tax) }]
  })
  if (lines.length === 0) throw new Refusal('Enter an amount to credit')
  return lines
}

/** The tax in a part of a line, to the nearest paisa; of CGST and SGST each half. All of it where the part is all. */
function taxOfPart({ amount: whole, tax: inWhole }: InvoiceLine, amount: number, tax: Tax | undefined): number {
  const halves = tax?.kind === 'CGST + SGST' ? 2 : 1
  const half = inWhole / halves
  return Number((BigInt(half) * BigInt(amount) * 2n + BigInt(whole)) / (BigInt(whole) * 2n)) * halves
}
