import { formatMoney } from '#domain/money.ts'
import { invoiceOf } from '#domain/order/invoice.ts'
import type { Order } from '#domain/order/order.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { payeeOf } from '#domain/settings/upi.ts'
import { balanceRow, cancellationRefund, invoiceRows } from '#domain/words/invoice-rows.ts'
import { inks } from './pen.ts'
import { section } from './proposal.ts'
import { leaf, type Sheet, writingWidth } from './sheet.ts'

const amountWidth = 110
const shareWidth = 60
const shareX = leaf.right - amountWidth - shareWidth

/** The parts of an order that its invoice is made of. */
export type InvoicedOrder = Pick<Order, 'invoice' | 'paymentLink' | 'status' | 'steps'>

/** The invoice as its tab shows it, and where to pay as far as the agency has set it. */
export function drawInvoice(sheet: Sheet, order: InvoicedOrder, agency: Agency): void {
  const { paid, actual } = order.invoice
  const invoice = invoiceOf(order.invoice)
  sheet.space(8)
  const small = { voice: 'bold', size: 8, ink: inks.second } as const
  sheet.beside('Share', { ...small, x: shareX, width: shareWidth, align: 'right' })
  sheet.beside('Amount', { ...small, x: leaf.right - amountWidth, width: amountWidth, align: 'right' })
  sheet.text('Work', small)
  sheet.space(3)
  sheet.rule({ ink: inks.ink })
  for (const { field, ...rest } of invoiceRows(order.invoice)) row(sheet, { ...rest, amount: invoice[field] })
  row(sheet, { what: 'Project total', amount: actual + invoice.totalPaidRevisions, isTotal: true })
  row(sheet, { what: 'Paid', amount: paid, ink: inks.green })
  balance(sheet, balanceRow(order, 'refund'), 'including paid revisions')
  balance(sheet, balanceRow(order, 'extraRefund'), 'excluding paid revisions')
  const back = order.status === 'cancelled' ? cancellationRefund(order) : undefined
  if (back !== undefined) row(sheet, { what: 'Refund for the cancellation', amount: back })
  drawPayment(sheet, order, agency)
}

const balance = (sheet: Sheet, { what, amount }: ReturnType<typeof balanceRow>, reckonedWith: string) =>
  row(sheet, { what: `${what} ${reckonedWith}`, amount })

type Row = { what: string; share?: string; amount: number; note?: string; ink?: string; isTotal?: boolean }

function row(sheet: Sheet, { what, share, amount, note, ink = inks.ink, isTotal = false }: Row): void {
  sheet.ensure(note ? 44 : 28)
  sheet.space(6)
  const figures = { align: 'right', ink, size: isTotal ? 13 : 10.5 } as const
  if (share) sheet.beside(share, { ...figures, ink: inks.second, x: shareX, width: shareWidth })
  sheet.beside(formatMoney(amount), { ...figures, x: leaf.right - amountWidth, width: amountWidth })
  const width = writingWidth - amountWidth - shareWidth - 12
  sheet.text(what, { ink, width, size: isTotal ? 13 : 10.5 })
  if (note) sheet.text(note, { voice: 'sans', size: 8, ink: inks.pencil, width })
  sheet.space(4)
  if (isTotal) sheet.doubleRule(leaf.writing)
  else sheet.rule({ from: leaf.writing })
}

/** Where to pay. Nothing of it is there until the agency has set it. */
function drawPayment(sheet: Sheet, { paymentLink, status, invoice }: InvoicedOrder, agency: Agency): void {
  if (status === 'cancelled' || invoiceOf(invoice).refund >= 0) return
  drawPayee(sheet, agency)
  const isOneOfSeveral = agency.bank || agency.upi
  if (paymentLink) section(sheet, isOneOfSeveral ? 'International payment' : 'Payment link', [paymentLink])
}

/** Draws the agency's bank and its UPI, as far as they are set. */
export function drawPayee(sheet: Sheet, agency: Agency): void {
  const { bank, upi } = agency
  if (bank) {
    const { accountName, bank: name, accountNumber, ifsc } = bank
    section(sheet, 'Bank transfer', [`${accountName}\n${name}\nAccount ${accountNumber}\nIFSC ${ifsc}`])
  }
  if (upi) section(sheet, 'UPI', [`${upi.id}\n${payeeOf(agency)}`])
}
