import fc from 'fast-check'
import { Invalid, NotAllowed, NotFound, perform, Refusal } from '../command.ts'
import { fold, type Person, type Recorded } from '../event.ts'
import { toWireRupees } from '../money.ts'
import { asha, farhan, meera, opened } from '../samples.ts'
import { recorded, type Sample } from '../testing.ts'
import type { CommandDefinition } from './action.ts'
import { type OrderEvent, orders } from './actions.ts'
import { amendAnswers } from './amend-answers.ts'
import { completeOrCancel, reopenOrder } from './close-order.ts'
import { filesOf } from './conversation.ts'
import { deleteFile } from './delete-file.ts'
import { eraseClient } from './erase-client.ts'
import { openOrder } from './open-order.ts'
import type { Order } from './order.ts'
import { readConversation } from './read-conversation.ts'
import { renameOrder } from './rename-order.ts'
import { reviseInvoice } from './revise-invoice.ts'
import { reviseProposal } from './revise-proposal.ts'
import { evolveRow, type OrderRow } from './row.ts'
import { sendMessage } from './send-message.ts'
import { shareDesignLink } from './share-design-link.ts'
import { shareFiles } from './share-files.ts'
import { sharePaymentLink } from './share-payment-link.ts'
import { toggleStep } from './toggle-step.ts'

// Random scenarios of an order: whatever a client, two admins and a stranger may try, in any order.

export const ravi: Person = { id: 'ravi', name: 'Ravi Iyer', role: 'admin' }
/** All persons of a scenario, the stranger last. */
export const allPersons = [asha, meera, ravi, farhan]

/** A step of a scenario: a person executes a command on an order; throws when it is refused. */
export type ScenarioStep = (order: Order, at: string) => { by: Person; events: OrderEvent[] }

type StepInput<Input> = { [Name in Exclude<keyof Input, 'orderId'>]?: unknown }

/** A step with a fixed input, or with one that is made from the state of the order. */
export const scenarioStep =
  <Input>(
    // biome-ignore lint/suspicious/noExplicitAny: whatever its name and its events
    command: CommandDefinition<any, Input, any>,
    by: Person,
    input: StepInput<Input> | ((order: Order) => StepInput<Input>),
  ): ScenarioStep =>
  (order, at) => {
    const given = typeof input === 'function' ? input(order) : input
    return { by, events: perform(command, order, command.input.parse({ orderId: 'x1', ...given }), { by, at }) }
  }

const anyPerson = fc.constantFrom(asha, asha, meera, meera, ravi, farhan)
const some = <const T>(...each: T[]): fc.Arbitrary<T> => fc.constantFrom(...each)
const by = <Fields extends object>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) =>
  fc.record({ by: anyPerson, input: fc.record(fields) })

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
const closing = by({ status: some('complete', 'cancel') })

/** How events of a type come about: the command, the input an event follows from, and the steps that scenarios try. */
type Cause<Data> = {
  // biome-ignore lint/suspicious/noExplicitAny: every command's own input
  command: CommandDefinition<string, any, any>
  inputOf(data: Data): object
  steps?: fc.Arbitrary<ScenarioStep>
}

const cause = <Data, Input>(
  // biome-ignore lint/suspicious/noExplicitAny: whatever its name and its events
  command: CommandDefinition<any, Input, any>,
  inputOf: (data: Data) => StepInput<Input>,
  tried?: fc.Arbitrary<{ by: Person; input: StepInput<Input> | ((order: Order) => StepInput<Input>) }>,
): Cause<Data> => ({
  command,
  inputOf,
  ...(tried ? { steps: tried.map(({ by, input }) => scenarioStep(command, by, input)) } : {}),
})

const quota = 1_000_000

/** The cause of each type of event. A table keyed by type: forget an event and the compiler says so. */
export const causes: { [E in OrderEvent as E['type']]: Cause<E['data']> } = {
  OrderOpened: cause(openOrder, ({ number, questions, steps }) => ({ number, questions, steps })),
  StepToggled: cause(
    toggleStep,
    ({ step }) => ({ progressId: step }),
    by({ progressId: fc.nat(9), status: some(undefined, 0, 1) }),
  ),
  DesignLinkShared: cause(
    shareDesignLink,
    ({ link }) => ({ link }),
    by({ link: some('https://figma.com/a', 'https://figma.com/b') }),
  ),
  PaymentLinkShared: cause(
    sharePaymentLink,
    ({ link }) => ({ paymentLink: link }),
    by({ paymentLink: some('https://pay.example/a', 'https://pay.example/b') }),
  ),
  InvoiceRevised: cause(
    reviseInvoice,
    ({ paid, actual, revisions }) => ({
      paidAmount: toWireRupees(paid),
      actualAmount: toWireRupees(actual),
      noOfRevisions: revisions,
    }),
    by({
      paidAmount: some(undefined, '0', '22,500', '0.05'),
      actualAmount: some(undefined, '0', '45000', '45000.50'),
      noOfRevisions: fc.constantFrom<number | string | undefined>(undefined, 0, '3'),
    }),
  ),
  ProposalRevised: cause(
    reviseProposal,
    (proposal) => proposal,
    by({
      receiverName: some('Asha Rao', 'Neelgiri Looms', undefined),
      date: some('2026-11-04', '2026-11-04', undefined),
      problem: some('A. B.', 'A. B.', undefined),
      goals: some('C.', 'D.', undefined),
      solution: some('E.', 'E.', undefined),
    }),
  ),
  MessageSent: cause(sendMessage, ({ text }) => ({ text }), by({ text: some('नमस्ते', ' One.\nTwo. ') })),
  FileShared: cause(
    shareFiles,
    ({ file, caption }) => ({ files: [file], captions: [caption], quota }),
    by({ files: fc.array(file, { minLength: 1, maxLength: 3 }), extra: some(0, 0, 0, 1) }).map(
      ({ by, input: { files, extra } }) => {
        const captions = Array.from({ length: files.length + extra }, (_, at) => `Picture ${at}`)
        return { by, input: { files, captions, quota: 3_000 } }
      },
    ),
  ),
  FileReplaced: cause(
    shareFiles,
    ({ id, file, caption }) => ({ files: [file], captions: [caption], replaceId: id, quota }),
    by({ file, at: fc.nat(1) }).map(({ by, input: { file, at } }) => ({
      by,
      input: (order: Order) => ({
        files: [file],
        captions: ['A better one'],
        replaceId: nth(order, at),
        quota: 3_000,
      }),
    })),
  ),
  FileDeleted: cause(
    deleteFile,
    ({ id, files }) => ({ id, fileName: files.at(-1)!.filename }),
    by({ at: fc.nat(1), known: some(true, true, false) }).map(({ by, input: { at, known } }) => ({
      by,
      input: (order: Order) => ({
        id: nth(order, at),
        fileName: known ? filesOf(order.conversation)[at]?.file.filename : 'another.pdf',
      }),
    })),
  ),
  AnswersAmended: cause(
    amendAnswers,
    ({ answers }) => ({ answers: Object.entries(answers).map(([id, answer]) => ({ id: Number(id), answer })) }),
    by({ given: fc.constantFrom(...amendments) }).map(({ by, input: { given } }) => ({
      by,
      input: { answers: given.map(([id, answer]) => ({ id, answer })) },
    })),
  ),
  ConversationRead: cause(readConversation, ({ upTo }) => ({ upTo }), by({ upTo: fc.nat(30) })),
  OrderRenamed: cause(renameOrder, ({ title }) => ({ title }), by({ title: some('Neelgiri Looms', 'Asha Rao #3') })),
  OrderCompleted: cause(completeOrCancel, () => ({ status: 'complete' }), closing),
  OrderCancelled: cause(completeOrCancel, () => ({ status: 'cancel' }), closing),
  OrderReopened: cause(reopenOrder, ({ reason }) => ({ reason }), by({ reason: some('One page was forgotten') })),
  // It ends an order's life: `erase-client.test.ts` has what is left after any of them.
  ClientErased: cause(eraseClient, ({ files }) => ({ files })),
}

/** Rare, so that most of a scenario happens on an open order. */
const rare = new Set(['OrderCompleted', 'OrderCancelled'])

const scenarioSteps = fc.array(
  fc.oneof(
    ...Object.entries(causes).flatMap(([type, { steps }]) =>
      steps ? [{ weight: rare.has(type) ? 1 : 5, arbitrary: steps }] : [],
    ),
  ),
  { maxLength: 40, size: 'max' },
)

const refusals = [Refusal, NotAllowed, NotFound, Invalid]

/** Runs the steps one after the other and answers the recorded events; a refused step records nothing. */
export function runScenario(steps: readonly ScenarioStep[], id = 'x1'): Recorded<OrderEvent>[] {
  const samples: Sample<OrderEvent>[] = [opened]
  let order = fold(orders, recorded(`order-${id}`, samples))
  steps.forEach((step, minute) => {
    const at = new Date(Date.parse(opened.at) + (minute + 1) * 60_000).toISOString()
    try {
      const { by, events } = step(order, at)
      const known = samples.length
      samples.push(...events.map((event) => ({ ...event, by, at })))
      order = fold(orders, recorded(`order-${id}`, samples).slice(known), order)
    } catch (error) {
      if (!refusals.some((kind) => error instanceof kind) && !isBadInput(error)) throw error
    }
  })
  return recorded(`order-${id}`, samples)
}

// Invalid input of a command is never executed: the api answers it before.
const isBadInput = (error: unknown): boolean => error instanceof Error && error.name === 'ZodError'

/** Random event histories of an order, with steps that are executed at the end of each. */
export const scenarios = (...atLast: ScenarioStep[]): fc.Arbitrary<Recorded<OrderEvent>[]> =>
  scenarioSteps.map((steps) => runScenario([...steps, ...atLast]))

/** A row as its events make it. */
export const rowOf = (events: readonly Recorded<OrderEvent>[]): OrderRow =>
  events.reduce(evolveRow, undefined as OrderRow | undefined)!

/** A value after a round trip through JSON. */
export const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value))
