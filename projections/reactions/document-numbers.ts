// Sends receipts that are owed, and finishes documents with a reserved number.
import { atelier } from '#domain/account/account.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orderCommands, orders } from '#domain/order/actions.ts'
import { type DocumentNumberEvent, documentNumbers } from '#domain/order/document-numbers.ts'
import { storeId, stores } from '#domain/store/store.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { Numbers } from '#infra/numbered.ts'
import { type Reaction, unlessRefused } from './reaction.ts'

type Work = { orderId: string; payment: string }

/** How long a confirmation can be taken back before its receipt is sent, in milliseconds. */
export const receiptDelayMs = 10 * 60_000

/** How old a payment may be that is still without a receipt, in milliseconds: what is older is sent one by hand. */
const reachMs = 7 * 24 * 60 * 60_000

type Dependencies = {
  numbers: Pick<Numbers, 'handle'>
  handler: Pick<CommandHandler, 'load'>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Sends the receipt of a payment some minutes after it was confirmed or recorded, unless that was taken back; also where the
 * project was closed meanwhile. The client is notified of it as of every change. Those of payments before a restore are left to
 * an admin: they may have been sent, and other clients may have the numbers that come next.
 */
export const receiptReaction = ({ numbers, handler, now }: Dependencies): Reaction<Work> => ({
  name: 'receipts',
  fromFirst: true,
  concurrency: 1,
  plan(event: Recorded) {
    const orderId = idIn(orders, event.stream)
    if (orderId === undefined) return undefined
    const { type, data, id, at } = event as Recorded<OrderEvent>
    const groupOf = (payment: string) => `${orderId} ${payment}`
    switch (type) {
      case 'PaymentReopened':
      case 'ReceiptIssued':
        return { drop: [{ group: groupOf(data.payment) }] }
      case 'PaymentConfirmed':
      case 'PaymentRecorded': {
        const { payment } = data
        const due = Date.parse(at) + receiptDelayMs
        if (due < now() - reachMs) return undefined
        return { tasks: [{ id, group: groupOf(payment), due, work: { orderId, payment } }] }
      }
      default:
        return undefined
    }
  },
  async perform(all) {
    const { restored } = (await handler.load(stores, storeId, { current: true })).state
    const restoredAt = restored.at(-1)?.at ?? ''
    for (const { orderId, payment } of all) {
      const { payments } = (await handler.load(orders, orderId, { current: true })).state
      if (payments.some(({ id, at }) => id === payment && at < restoredAt)) continue
      const input = { orderId, payment, isOwed: true }
      // It is refused where the payment is none any more, or less was paid: there is nothing to send.
      await numbers.handle(orderCommands.sendReceipt, orderId, input, { by: atelier }).catch(unlessRefused)
    }
  },
})

/** How long the process that reserved a number has to issue its document, in milliseconds. */
const timeoutMs = 5_000

/**
 * Finishes documents whose numbers are reserved and that are not issued: who began them has ended in between. It is a task that
 * stays until the number is used or freed.
 */
export const numbersReaction = ({ finishOpen }: Pick<Numbers, 'finishOpen'>): Reaction<string> => ({
  name: 'numbers',
  fromFirst: true,
  concurrency: 1,
  plan(event: Recorded) {
    if (idIn(documentNumbers, event.stream) === undefined) return undefined
    const { type, data, at } = event as Recorded<DocumentNumberEvent>
    const { documentId } = data
    if (type !== 'DocumentNumberReserved') return { drop: [{ group: documentId }] }
    return { tasks: [{ id: documentId, group: documentId, due: Date.parse(at) + timeoutMs, work: documentId }] }
  },
  perform: finishOpen,
})
