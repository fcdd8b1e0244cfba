import { NotFound } from '#domain/command.ts'
import { isInvoiced } from '#domain/order/invoice.ts'
import type { IssuedDocument } from '#domain/order/issued.ts'
import type { Order } from '#domain/order/order.ts'
import type { WrittenVersion } from '#domain/order/proposal-versions.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { invoiceTitle } from '#domain/words/order-titles.ts'
import type { Body } from './draw-pdf.ts'
import type { Receipt } from './issued.ts'
import type { Head } from './letterhead.ts'

/** A document: what kind it is, the sentence it begins with in two voices, and what it shows. */
export type PdfDocument = Pick<Head, 'kind' | 'title' | 'next'> & { body: Body }

/** A version of the proposal, and how it was answered. */
export const proposalDocument = (version: WrittenVersion): PdfDocument => ({
  kind: 'Business proposal',
  title: `Proposal for ${version.proposal.receiverName}.`,
  next: `Dated ${dayInWords(version.proposal.date)}.`,
  body: { document: 'proposal', version },
})

/** The figures of the specification. Throws `NotFound` where there are none yet. */
export function figuresDocument({ invoice, paymentLink, status, steps }: Order): PdfDocument {
  const order = { invoice, paymentLink, status, steps }
  if (!isInvoiced(invoice)) throw new NotFound('This project has no invoice yet')
  return {
    ...{ kind: 'Invoice', ...invoiceTitle(order) },
    body: { document: 'invoice', order },
  }
}

/** An invoice or a credit note, by its id, with those before it, none of which has changed since. Throws `NotFound`. */
export function issuedDocument({ documents }: Pick<Order, 'documents'>, documentId: string): PdfDocument {
  const issued = documents.find((each) => each.documentId === documentId)
  if (!issued) throw new NotFound('This document doesn’t exist')
  const { kind, number, issuedOn, dueOn } = issued
  return {
    kind: kindOf(issued),
    title: `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`,
    next: `Issued on ${dayInWords(issuedOn)}${dueOn ? `, due on ${dayInWords(dueOn)}` : ''}.`,
    body: { document: 'issued', issued, before: documents.slice(0, documents.indexOf(issued)) },
  }
}

/** The receipt of a payment. */
export const receiptDocument = (receipt: Receipt): PdfDocument => ({
  ...{ kind: 'Receipt', title: `Receipt ${receipt.number}`, next: `Issued on ${dayInWords(receipt.issuedOn)}.` },
  body: { document: 'receipt', receipt },
})

const kindOf = ({ kind, tax }: IssuedDocument): string =>
  kind === 'credit note' ? 'Credit note' : tax ? 'Tax invoice' : 'Invoice'
