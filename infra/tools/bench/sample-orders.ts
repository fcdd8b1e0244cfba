import { createHash } from 'node:crypto'
import type { Person } from '#domain/event.ts'
import { answered } from '#domain/questionnaire/answers.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import type { NewStep } from '#domain/step.ts'

export type SampleOrder = {
  id: string
  client: Person
  number: number
  title: string
  at: string
  steps: NewStep[]
  questions: Question[]
  /** How many events its stream has, the opening included. */
  history: number
  /** How far apart they are in time, in ms: all at once unless told. */
  every?: number
  /** Whether it was completed in the end, by one event more. */
  completed: boolean
}

/** The agency, in the sample orders. */
export const staff: Person = { id: 'staff', name: 'The studio', role: 'admin' }

/** Scattered like real ids, and the same in every run. */
const idOf = (kind: string, number: number) =>
  createHash('sha256').update(`${kind} ${number}`).digest('base64url').slice(0, 21).replaceAll('-', '_')

const firstOpened = Date.parse('2024-01-01T09:00:00Z')

/** The ids of the orders by which the history is measured. The oldest there are, so that they stand outside the list. */
export const longOrder = idOf('order', 0)
export const shortOrders = Array.from({ length: 20 }, (_, at) => idOf('order', at + 1))

/** The id of the order with many messages, where there is one. */
export const talkativeOrder = idOf('order', -1)

/** So many messages, of a line each. */
export const messagesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'MessageSent' as const,
    data: { text: `${at}: the second picture is still the old one, could you look at it once more before Friday?` },
  }))

const historyOf = (at: number) => (at === 0 ? 10_000 : at <= shortOrders.length ? 10 : 1)

/** How many events so many orders have together, as long as all are open. */
export const seededEvents = (count: number): number =>
  Array.from({ length: count }, (_, at) => historyOf(at)).reduce((sum, events) => sum + events, 0)

/**
 * So many orders, oldest first, each with eight steps and the twelve questions of the questionnaire answered. The latest
 * of them are open: all unless told.
 */
export function* sampleOrders(count: number, open = count): Generator<SampleOrder> {
  for (let at = 0; at < count; at++) {
    const number = 1 + (at % 3)
    const client: Person = { id: idOf('client', Math.floor(at / 3)), name: `Asha Rao ${at}`, role: 'client' }
    yield {
      id: idOf('order', at),
      client,
      number,
      title: `${client.name} #${number}`,
      at: new Date(firstOpened + at * 60_000).toISOString(),
      steps: defaultSteps,
      questions: answers(at),
      history: historyOf(at),
      completed: at < count - open,
    }
  }
}

/** The ids of so many orders, spread evenly over all that are neither long nor short. */
export function spreadOrders(wanted: number, count: number): string[] {
  const first = 1 + shortOrders.length
  return Array.from({ length: wanted }, (_, at) => idOf('order', first + Math.floor((at * (count - first)) / wanted)))
}

/** The ids of all orders that are neither long nor short. */
export const everyOrder = (count: number): string[] => spreadOrders(count - 1 - shortOrders.length, count)

/** The events of an order after the first: the steps signed one after the other, then opened again, and so on. */
export function* toggles({ steps, history, at: opened, every = 0 }: SampleOrder) {
  for (let turn = 0; turn < history - 1; turn++) {
    const at = new Date(Date.parse(opened) + (turn + 1) * every).toISOString()
    const data = { step: steps[turn % steps.length]!.id, done: Math.floor(turn / steps.length) % 2 === 0 }
    yield { type: 'StepToggled' as const, data, by: staff, at }
  }
}

const answers = (order: number) =>
  answered(defaultQuestions, {
    1: `We roast coffee in small batches and bring it to ${order + 20} offices in the neighbourhood.`,
    2: 'People who work within a walk of the roastery. They smell it first, then ask a colleague, then look for us on a map. What brings them back is that somebody remembers what they drink.',
    3: 'Yes',
    4: `https://coffee-${order}.example/shop`,
    5: 'Manage daily work',
    6: ['Enquiries', 'Customers', 'Invoices'],
    7: { originalName: 'Logo, final.png', filename: `${idOf('file', order)}.png` },
    8: '#7a4a2b',
    9: `hello@coffee-${order}.example`,
    10: '+91 98450 12345',
    11: '2026-11-30',
    12: '10:30 AM',
  })
