import { create } from 'qrcode'
import { formatMoney } from '#domain/money.ts'
import { type Buyer, type IssuedDocument, invoicedTotal, type Tax, totalOf } from '#domain/order/issued.ts'
import { stateName } from '#domain/order/states.ts'
import { taxIn, taxParts } from '#domain/order/tax.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { payeeOf, upiLink } from '#domain/settings/upi.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { amountInWords } from '#domain/words/amount-in-words.ts'
import { paidInWords, shareInWords } from '#domain/words/issued-words.ts'
import { drawPayee } from './invoice.ts'
import { inks } from './pen.ts'
import { section } from './proposal.ts'
import { leaf, type Sheet, writingWidth } from './sheet.ts'

const amountWidth = 84
const column = (fromRight: number) => ({ x: leaf.right - amountWidth * (fromRight + 1), width: amountWidth })

/** A document as it was issued, and the documents before it. */
export type IssuedSheet = { issued: IssuedDocument; before: readonly IssuedDocument[] }

/** An invoice or a credit note: who sells and buys, its lines with their tax, what was paid, what is open, in words too. */
export function drawIssued(sheet: Sheet, { issued, before }: IssuedSheet, agency: Agency): void {
  const { seller, buyer, lines, price, tax, corrects, reason, kind } = issued
  party(sheet, 'From', seller)
  party(sheet, 'To', buyer)
  if (seller.sac) sheet.text(`SAC ${seller.sac}`, { voice: 'sans', size: 8.5, ink: inks.second })
  // In the margin the number would not stand in one line.
  if (corrects) section(sheet, 'Corrects', [[`Invoice ${corrects.number}`, reason].filter(Boolean).join('\n')])
  sheet.space(8)
  const small = { voice: 'bold', size: 8, ink: inks.second, align: 'right' } as const
  const names = tax
    ? taxParts(tax, 0)
        .map(({ name }) => name)
        .join(' + ')
    : undefined
  if (names) {
    sheet.beside('Before tax', { ...small, ...column(2) })
    sheet.beside(names, { ...small, ...column(1) })
  }
  sheet.beside('Amount', { ...small, ...column(0) })
  sheet.text('Work', { ...small, align: 'left', width: writingWidth - 3 * amountWidth })
  sheet.space(3)
  sheet.rule({ ink: inks.ink })
  for (const line of lines)
    row(sheet, {
      what: line.title,
      ...(kind === 'invoice' ? { note: shareInWords(line, price) } : {}),
      amount: line.amount,
      tax: names ? line.tax : undefined,
    })
  const { amount, tax: inAll } = totalOf(issued)
  row(sheet, { what: names ? 'Total, tax included' : 'Total', amount, tax: names ? inAll : undefined, isTotal: true })
  if (kind === 'invoice') drawPaid(sheet, issued, before, agency)
  else sheet.text(amountInWords(amount), { voice: 'italic', ink: inks.second })
}

/** The receipt of a payment as it was sent; `reference` and `paidOn` as the client reported them. */
export type Receipt = {
  number: string
  issuedOn: string
  amount: number
  seller: Buyer
  buyer: Buyer
  tax?: Tax | undefined
  covers: readonly { title: string; amount: number }[]
  reference?: string | undefined
  paidOn?: string | undefined
}

/** Draws a receipt: who received what from whom and how, the parts of the price, the tax in it, and the sum in words. */
export function drawReceipt(sheet: Sheet, receipt: Receipt): void {
  const { seller, buyer, covers, amount, tax, reference, paidOn } = receipt
  party(sheet, 'Received by', seller)
  party(sheet, 'From', buyer)
  const how = [paidOn && `Paid on ${dayInWords(paidOn)}`, reference && `Reference ${reference}`].filter(Boolean)
  if (how.length > 0) section(sheet, 'Payment', [how.join('\n')])
  sheet.space(8)
  for (const { title, amount } of covers) row(sheet, { what: title, amount })
  row(sheet, { what: tax ? 'Received, tax included' : 'Received', amount, isTotal: true })
  if (tax) {
    const [inIt = 0] = taxIn([amount], tax)
    for (const part of taxParts(tax, inIt))
      row(sheet, { what: `${part.name} in it`, amount: part.amount, ink: inks.second })
  }
  sheet.text(amountInWords(amount), { voice: 'italic', ink: inks.second })
}

function party(sheet: Sheet, title: string, { name, address, state, gstin }: Buyer): void {
  sheet.ensure(60)
  sheet.space(6)
  sheet.beside(title, { voice: 'italic', size: 9, ink: inks.second })
  sheet.text(name, { size: 11.5 })
  const place = state ? `${stateName(state)} (${state})` : undefined
  for (const line of [address, place, gstin && `GSTIN ${gstin}`])
    if (line) sheet.text(line, { voice: 'sans', size: 8.5, ink: inks.second })
}

/** Draws earlier invoices, each payment with the tax in it, and the open amount. */
function drawPaid(sheet: Sheet, issued: IssuedDocument, before: IssuedSheet['before'], agency: Agency): void {
  const { number, paid = [], open, dueOn, tax } = issued
  for (const each of before) {
    const { amount, tax: inIt } = invoicedTotal([each])
    const what = `${each.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${each.number}, ${dayInWords(each.issuedOn)}`
    row(sheet, { what, amount, tax: tax ? inIt : undefined, ink: inks.second })
  }
  for (const { on, amount, tax: inIt } of paid)
    row(sheet, {
      what: paidInWords(amount, dayInWords(on)),
      amount: -amount,
      tax: tax ? -inIt : undefined,
      ink: inks.green,
    })
  const [invoiced, received] = [invoicedTotal([...before, issued]), totalOf({ lines: paid })]
  const ahead = { amount: received.amount - invoiced.amount, tax: tax ? received.tax - invoiced.tax : undefined }
  if (ahead.amount > 0) row(sheet, { what: 'Paid in advance, not invoiced yet', ...ahead, ink: inks.second })
  row(sheet, {
    what: open > 0 && dueOn ? `Balance due by ${dayInWords(dueOn)}` : 'Balance due',
    amount: open,
    isTotal: true,
  })
  sheet.text(amountInWords(open), { voice: 'italic', ink: inks.second })
  if (open === 0) return
  drawPayee(sheet, agency)
  if (!agency.upi) return
  const payee = payeeOf(agency)
  const { modules } = create(upiLink({ id: agency.upi.id, payee }, { amount: open, reference: number }))
  sheet.code(modules, `QR code for paying ${formatMoney(open)} to ${payee} by UPI, reference ${number}`)
}

type Line = { what: string; note?: string; amount: number; tax?: number | undefined; ink?: string; isTotal?: boolean }

function row(sheet: Sheet, { what, note, amount, tax, ink = inks.ink, isTotal = false }: Line): void {
  sheet.ensure(note ? 44 : 28)
  sheet.space(6)
  // The largest amount with paise fits its column at these sizes.
  const figures = { align: 'right', ink, size: isTotal ? 10.8 : 10 } as const
  if (tax !== undefined) {
    sheet.beside(formatMoney(amount - tax), { ...figures, ink: inks.second, ...column(2) })
    sheet.beside(formatMoney(tax), { ...figures, ink: inks.second, ...column(1) })
  }
  sheet.beside(formatMoney(amount), { ...figures, ...column(0) })
  const width = writingWidth - amountWidth * (tax === undefined ? 1 : 3) - 12
  sheet.text(what, { ink, width, size: isTotal ? 11.3 : 10.5 })
  if (note) sheet.text(note, { voice: 'sans', size: 8, ink: inks.pencil, width })
  sheet.space(4)
  if (isTotal) sheet.doubleRule(leaf.writing)
  else sheet.rule({ from: leaf.writing })
}
