import { z } from 'zod'
import type { Paise } from '#domain/money.ts'
import type { Step } from '#domain/step.ts'
import type { MoneyWaits } from './payment-fields.ts'

// Issued documents, and the amounts still to be paid. Amounts are paise with the tax in them, days `2026-11-30`.

const buyerFields = {
  name: z.string(),
  address: z.string().optional(),
  state: z.string().optional(),
  gstin: z.string().optional(),
}

/** The invoiced party: as they give it themselves. `state` is the code of an Indian state (`settings/gst.ts`). */
export const buyer = z.object(buyerFields)
export type Buyer = z.infer<typeof buyer>

/** The invoicing party, with the code of the services for GST. */
export const seller = z.object({ ...buyerFields, sac: z.string().optional() })

/** The tax that prices include: to one government, or to two in equal halves. `rate` is a percentage. */
export const tax = z.object({ kind: z.enum(['IGST', 'CGST + SGST']), rate: z.int() })
export type Tax = z.infer<typeof tax>

/** A part of the price, or of a paid revision: by its key in `instalments.ts`, with its percentage of the price. */
const invoiceLine = z.object({
  key: z.string(),
  title: z.string(),
  share: z.int(),
  amount: z.int(),
  /** The tax in the amount. */
  tax: z.int(),
})
export type InvoiceLine = z.infer<typeof invoiceLine>

/** A payment that was there when an invoice was issued, with the tax in it. */
export const paidBefore = z.object({ on: z.string(), amount: z.int(), tax: z.int(), id: z.string().optional() })

/** The fields that invoices and credit notes share. `price` is that of the project, of which the lines are shares. */
export const documentParts = {
  documentId: z.string(),
  number: z.string(),
  issuedOn: z.string(),
  seller,
  lines: z.array(invoiceLine),
  price: z.int(),
  tax: z.optional(tax),
  /** The open amount of all that was invoiced once it is issued. */
  open: z.int(),
}

/** An invoice or a credit note as it was issued: it never changes. `dueOn` and `paid` are an invoice’s. */
export const issuedDocument = z.object({
  kind: z.enum(['invoice', 'credit note']),
  ...documentParts,
  buyer,
  at: z.string(),
  /** The revision of the event that issued it. */
  revision: z.int(),
  dueOn: z.string().optional(),
  paid: z.array(paidBefore).optional(),
  /** The invoice that a credit note corrects, by its id and its number, and why. */
  corrects: z.object({ documentId: z.string(), number: z.string() }).optional(),
  reason: z.string().optional(),
  /** The id that the sender of a credit note made up, if any. */
  note: z.string().optional(),
})
export type IssuedDocument = z.infer<typeof issuedDocument>

/** The sum of all that was invoiced, less what was credited, in paise; and the day by which the latest invoice is due. */
export const invoiced = z.object({ sum: z.int(), dueOn: z.string().optional() })
export type Invoiced = z.infer<typeof invoiced>

type Issued = Pick<IssuedDocument, 'kind' | 'documentId' | 'lines' | 'corrects'>

/** The sum of amounts, in paise. */
export const amountsIn = (lines: readonly { amount: Paise }[]): Paise =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/** The sum of lines, of a document or of payments, and the tax in them. */
export const totalOf = ({
  lines,
}: {
  lines: readonly { amount: Paise; tax: Paise }[]
}): { amount: Paise; tax: Paise } => ({
  amount: amountsIn(lines),
  tax: lines.reduce((sum, { tax }) => sum + tax, 0),
})

const sign = ({ kind }: Issued): 1 | -1 => (kind === 'invoice' ? 1 : -1)

/** The sum of all that was invoiced, less what was credited, and the tax in it. */
export const invoicedTotal = (documents: readonly Issued[]): { amount: Paise; tax: Paise } => ({
  amount: documents.reduce((total, each) => total + sign(each) * totalOf(each).amount, 0),
  tax: documents.reduce((total, each) => total + sign(each) * totalOf(each).tax, 0),
})

/** The amount still to be paid of what was invoiced; never less than nothing. */
export const openOfInvoices = ({ sum }: Invoiced, paid: Paise): Paise => Math.max(0, sum - paid)

/**
 * The latest invoice that is not credited whole, once these credit notes are there too. Undefined where none was issued, or
 * nothing is left of any.
 */
export const latestInvoice = (documents: readonly IssuedDocument[], ...notes: Issued[]): IssuedDocument | undefined =>
  documents.findLast(
    ({ kind, documentId }) => kind === 'invoice' && creditable([...documents, ...notes], documentId).length > 0,
  )

/** The invoice that a page names: the latest that is not credited whole, or else the latest. */
export const shownInvoice = (documents: readonly IssuedDocument[]): IssuedDocument | undefined =>
  latestInvoice(documents) ?? documents.findLast(({ kind }) => kind === 'invoice')

/** An invoice as it waits to be paid. Not where an admin has marked its step as done: that answered it. */
export function waitingInvoice(
  invoice: IssuedDocument | undefined,
  steps: readonly Step[],
): Pick<MoneyWaits, 'invoice'> {
  const isAnswered = steps.some(
    ({ answered }) => answered?.invoice && answered.invoice.revision >= (invoice?.revision ?? Number.POSITIVE_INFINITY),
  )
  return invoice && !isAnswered ? { invoice: { at: invoice.at, revision: invoice.revision } } : {}
}

/** The pending invoice once so much is paid, by the event that issued the latest, as long as any invoiced amount is open. */
export const invoiceWaits = (
  { documents, invoiced, steps }: { documents: readonly IssuedDocument[]; invoiced: Invoiced; steps: readonly Step[] },
  paid: Paise,
): Pick<MoneyWaits, 'invoice'> =>
  openOfInvoices(invoiced, paid) > 0 ? waitingInvoice(latestInvoice(documents), steps) : {}

/** The amount invoiced of a part of the price, or of all paid `rounds`, less what was credited of it. */
export const invoicedOf = (documents: readonly Issued[], key: string): Paise =>
  documents.reduce(
    (total, each) =>
      total +
      sign(each) *
        amountsIn(each.lines.filter((line) => line.key === key || (key === 'rounds' && line.key.startsWith('round ')))),
    0,
  )

/** Returns the rest of an invoice’s lines that can still be credited. */
export function creditable(documents: readonly Issued[], documentId: string): InvoiceLine[] {
  const invoice = documents.find((each) => each.documentId === documentId)
  const credited = documents.flatMap((each) => (each.corrects?.documentId === documentId ? each.lines : []))
  return (invoice?.lines ?? []).flatMap((line) => {
    const before = credited.filter(({ key }) => key === line.key)
    const { amount, tax } = totalOf({ lines: before })
    return line.amount > amount ? [{ ...line, amount: line.amount - amount, tax: line.tax - tax }] : []
  })
}
