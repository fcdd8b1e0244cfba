import fc from 'fast-check'
import { type Action, Invalid, NotAllowed, NotFound, perform, Refusal } from '../action.ts'
import { fold, type Person, type Recorded } from '../event.ts'
import { asha, farhan, meera, opened } from '../samples.ts'
import { recorded, type Sample } from '../testing.ts'
import { amendAnswers } from './amend-answers.ts'
import { completeOrCancel } from './complete-or-cancel.ts'
import { filesOf } from './conversation.ts'
import { deleteFile } from './delete-file.ts'
import { type Order, type OrderEvent, orders } from './order.ts'
import { readConversation } from './read-conversation.ts'
import { renameOrder } from './rename-order.ts'
import { reopenOrder } from './reopen-order.ts'
import { reviseInvoice } from './revise-invoice.ts'
import { reviseProposal } from './revise-proposal.ts'
import { evolveRow, type OrderRow } from './row.ts'
import { sendMessage } from './send-message.ts'
import { shareDesignLink } from './share-design-link.ts'
import { shareFiles } from './share-files.ts'
import { sharePaymentLink } from './share-payment-link.ts'
import { toggleStep } from './toggle-step.ts'

// Lives of orders at random: whatever a client, two admins and a stranger may try, in any order.

export const ravi: Person = { id: 'ravi', name: 'Ravi Iyer', role: 'admin' }
/** Everybody who tries, the stranger last. */
export const everybody = [asha, meera, ravi, farhan]

/** Somebody does something to an order as it is then; throws when it is refused. */
export type Doing = (order: Order, at: string) => { by: Person; events: OrderEvent[] }

type Does<Input> = { [Name in Exclude<keyof Input, 'orderId'>]?: unknown }

/** A person doing something with an input, or with one that is made in view of the order. */
export const doing =
  <Input>(
    action: Action<Order, OrderEvent, Input>,
    by: Person,
    input: Does<Input> | ((order: Order) => Does<Input>),
  ): Doing =>
  (order, at) => {
    const given = typeof input === 'function' ? input(order) : input
    return { by, events: perform(action, order, action.input.parse({ orderId: 'x1', ...given }), { by, at }) }
  }

const anybody = fc.constantFrom(asha, asha, meera, meera, ravi, farhan)
const some = <const T>(...each: T[]): fc.Arbitrary<T> => fc.constantFrom(...each)
const by = <Fields extends object>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record({ by: anybody, input: fc.record(fields) })

const file = fc.record({
  filename: fc.uuid(),
  originalName: some('price list.pdf', 'साड़ी.png'),
  fileType: some('application', 'image'),
  size: fc.nat(400),
})
/** The id of one of the files there are, or of none. */
const nth = (order: Order, at: number): string => filesOf(order.conversation)[at]?.id ?? 'none'
/** Answers by question: a dashboard is asked for, and is not any more; an address that is none. */
const amendments: [number, unknown][][] = [
  [
    [5, 'Run the daily work'],
    [6, ['Stock']],
  ],
  [[5, 'Sell online']],
  [[9, 'orders']],
]
const closing = by({ status: some('complete', 'cancel') }).map(({ by, input }) => doing(completeOrCancel, by, input))

/** How each fact may come about. A table keyed by type: forget an event and the compiler says so. */
const ways: Record<Exclude<OrderEvent['type'], 'OrderOpened'>, fc.Arbitrary<Doing>> = {
  StepToggled: by({ progressId: fc.nat(9), status: some(undefined, 0, 1) }).map(({ by, input }) =>
    doing(toggleStep, by, input),
  ),
  DesignLinkShared: by({ link: some('https://figma.com/a', 'https://figma.com/b') }).map(({ by, input }) =>
    doing(shareDesignLink, by, input),
  ),
  PaymentLinkShared: by({ paymentLink: some('https://pay.example/a', 'https://pay.example/b') }).map(({ by, input }) =>
    doing(sharePaymentLink, by, input),
  ),
  InvoiceRevised: by({
    paidAmount: some(undefined, '0', '22,500', '0.05'),
    actualAmount: some(undefined, '0', '45000', '45000.50'),
    noOfRevisions: fc.constantFrom<number | string | undefined>(undefined, 0, '3'),
  }).map(({ by, input }) => doing(reviseInvoice, by, input)),
  ProposalRevised: by({
    receiverName: some('Asha Rao', 'Neelgiri Looms', undefined),
    date: some('2026-11-04', '2026-11-04', undefined),
    problem: some('A. B.', 'A. B.', undefined),
    goals: some('C.', 'D.', undefined),
    solution: some('E.', 'E.', undefined),
  }).map(({ by, input }) => doing(reviseProposal, by, input)),
  MessageSent: by({ text: some('नमस्ते', ' One.\nTwo. ') }).map(({ by, input }) => doing(sendMessage, by, input)),
  FileShared: by({ files: fc.array(file, { minLength: 1, maxLength: 3 }), extra: some(0, 0, 0, 1) }).map(
    ({ by, input: { files, extra } }) => {
      const captions = Array.from({ length: files.length + extra }, (_, at) => `Picture ${at}`)
      return doing(shareFiles, by, { files, captions, quota: 3_000 })
    },
  ),
  FileReplaced: by({ file, at: fc.nat(1) }).map(({ by, input: { file, at } }) =>
    doing(shareFiles, by, (order) => ({
      files: [file],
      captions: ['A better one'],
      replaceId: nth(order, at),
      quota: 3_000,
    })),
  ),
  FileDeleted: by({ at: fc.nat(1), known: some(true, true, false) }).map(({ by, input: { at, known } }) =>
    doing(deleteFile, by, (order) => ({
      id: nth(order, at),
      fileName: known ? filesOf(order.conversation)[at]?.file.filename : 'another.pdf',
    })),
  ),
  AnswersAmended: by({ given: fc.constantFrom(...amendments) }).map(({ by, input: { given } }) =>
    doing(amendAnswers, by, { answers: given.map(([id, answer]) => ({ id, answer })) }),
  ),
  ConversationRead: by({ upTo: fc.nat(30) }).map(({ by, input }) => doing(readConversation, by, input)),
  OrderRenamed: by({ title: some('Neelgiri Looms', 'Asha Rao #3') }).map(({ by, input }) =>
    doing(renameOrder, by, input),
  ),
  OrderCompleted: closing,
  OrderCancelled: closing,
  OrderReopened: by({ reason: some('One page was forgotten') }).map(({ by, input }) => doing(reopenOrder, by, input)),
}

/** What is rare in life, so that most of a life happens on an open order. */
const rare = new Set(['OrderCompleted', 'OrderCancelled'])

const doings = fc.array(
  fc.oneof(...Object.entries(ways).map(([type, arbitrary]) => ({ weight: rare.has(type) ? 1 : 5, arbitrary }))),
  { maxLength: 40, size: 'max' },
)

const refusals = [Refusal, NotAllowed, NotFound, Invalid]

/** What is recorded when people do these things one after the other; what is refused leaves no trace. */
export function lived(doings: readonly Doing[], id = 'x1'): Recorded<OrderEvent>[] {
  const samples: Sample<OrderEvent>[] = [opened]
  let order = fold(orders, recorded(`order-${id}`, samples))
  doings.forEach((doing, minute) => {
    const at = new Date(Date.parse(opened.at) + (minute + 1) * 60_000).toISOString()
    try {
      const { by, events } = doing(order, at)
      const known = samples.length
      samples.push(...events.map((event) => ({ ...event, by, at })))
      order = fold(orders, recorded(`order-${id}`, samples).slice(known), order)
    } catch (error) {
      if (!refusals.some((kind) => error instanceof kind) && !isBadInput(error)) throw error
    }
  })
  return recorded(`order-${id}`, samples)
}

// What the input of an action refuses is never performed: the api answers it before.
const isBadInput = (error: unknown): boolean => error instanceof Error && error.name === 'ZodError'

/** The lives of orders, with what is done to each in the end. */
export const lives = (...atLast: Doing[]): fc.Arbitrary<Recorded<OrderEvent>[]> =>
  doings.map((doings) => lived([...doings, ...atLast]))

/** A row as its facts make it. */
export const rowOf = (events: readonly Recorded<OrderEvent>[]): OrderRow =>
  events.reduce(evolveRow, undefined as OrderRow | undefined)!

/** What comes out at the other end of the line. */
export const overHttp = <T>(value: T): T => JSON.parse(JSON.stringify(value))
