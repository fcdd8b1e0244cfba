import { z } from 'zod'
import { Invalid, Refusal } from '#domain/command.ts'
import { maxAmount, type Paise, rupees } from '#domain/money.ts'
import type { Step } from '#domain/step.ts'
import { ofThisCentury } from '#domain/time-zone.ts'
import { orderId, singleLineText } from './input.ts'
import { instalmentsOf, isSettled } from './instalments.ts'
import { invoiceWaits } from './issued.ts'
import { type Order, stepCompletedBy } from './order.ts'
import { waitsOf } from './payment-changes.ts'
import type { MoneyWaits } from './payment-fields.ts'
import type { Payment } from './payments.ts'
import { isCovered } from './turn.ts'

// The schemas, checks and decisions that the actions of payments share. Pages that only show payments need nothing of it.

/** The id of a payment: the caller makes it up, so that a payment is there once however often it is sent. */
export const paymentId = z
  .string('The payment id is missing or invalid')
  .regex(/^[\w-]{8,80}$/, 'The payment id is missing or invalid')

/** An amount that was paid: rupees on the wire, and more than nothing. */
export const paidAmount = rupees.refine((amount) => amount > 0, 'Please enter an amount above zero')

/** The name that the payer’s bank or app has for a payment. */
const paymentReference = singleLineText('Please enter the reference of the payment', 100)

/** The day of a payment: `2026-12-02`. */
const paidOnDay = ofThisCentury(z.iso.date({ error: 'Please choose the day of the payment', abort: true }))

/** What is said of a payment, whether its client reports it or the agency records it. */
export const paymentInput = {
  orderId,
  payment: paymentId,
  amount: paidAmount,
  reference: paymentReference,
  paidOn: paidOnDay,
}

const dayMs = 24 * 60 * 60 * 1000

/** Refuses a day that has begun nowhere yet: it is a day of the payer’s own zone. */
export function onlyInThePast(paidOn: string, at: string): void {
  const latest = new Date(Date.parse(at) + (14 / 24) * dayMs).toISOString().slice(0, 10)
  if (paidOn > latest) throw new Invalid({ paidOn: 'This day is in the future. Please choose the day you paid' })
}

/** A payment that is neither withdrawn nor taken back. Throws a `Refusal` where there is none. */
export function paymentIn({ payments }: Order, id: string): Payment {
  const found = payments.find((each) => each.id === id)
  if (!found) throw new Refusal('This payment isn’t reported any more. The page shows what is')
  return found
}

/** Refuses what would make the amounts larger than any that may be entered. */
export function onlyUpToMaximum({ invoice }: Order, amount: Paise): void {
  if (invoice.paid + amount > maxAmount) throw new Refusal('The paid amount would be too large')
}

/** The error message when a reference would count twice. */
export const confirmedAlready = 'A payment with this reference is already confirmed'

/** References are compared without the blanks that apps and people put into them. */
export const sameReference = (one: string | undefined, other = ''): boolean =>
  one !== undefined && one.replaceAll(/\s/g, '').toLowerCase() === other.replaceAll(/\s/g, '').toLowerCase()

/**
 * Returns the effects of a payment that came in: the money that waits, and the step that it completes, once that is settled.
 * `payments` are those after it.
 */
export function settledBy(
  order: Order,
  payments: Payment[],
  amount: Paise,
): { waits: MoneyWaits; completes?: { step: number; since: string } } {
  const after = { ...order, invoice: { ...order.invoice, paid: order.invoice.paid + amount } }
  const step = stepCompletedBy(order, 'payment')
  return {
    waits: { ...waitsOf(payments), ...invoiceWaits(order, after.invoice.paid) },
    ...(step && isCoveredBy(step, order, after) ? { completes: { step: step.id, since: order.currentSince } } : {}),
  }
}

/**
 * Whether a payment paid what a step asks for. The first payment step asks for what is due, each later one also for as many
 * parts of the price. Where nothing was to be paid, the part of a later step may fall due after it, unless it is the current one.
 */
function isCoveredBy(step: Step, before: Order, after: Order): boolean {
  if (!isSettled(after)) return false
  const paymentStepsBefore = before.steps.filter(({ completedOn }) => completedOn === 'payment').indexOf(step)
  if (paymentStepsBefore === 0 || isCovered(step, after)) return true
  const instalments = instalmentsOf({ ...after, payments: [] })
  const paid = instalments.filter(({ state }) => state === 'paid')
  const paidParts = paid.filter(({ part }) => part !== 'rounds')
  return paid.length === instalments.length || (!isSettled(before) && paidParts.length > paymentStepsBefore)
}
