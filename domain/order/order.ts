import { z } from 'zod'
import type { Question } from '#domain/template/question.ts'
import { type Action, Refusal } from '../action.ts'
import type { Aggregate, Event, Person, Recorded, Role } from '../event.ts'

export type OrderEvent =
  | Event<'OrderOpened', { clientId: string; number: number; title: string; steps: NewStep[]; questions: Question[] }>
  | Event<'StepToggled', { step: number; done: boolean }>
  | Event<'ConversationRead', { upTo: number; seen: number }>
  | Event<'OrderCompleted', {}>
  | Event<'OrderCancelled', {}>

export type OrderStatus = 'open' | 'completed' | 'cancelled'

/** A line of the progress template, as an order takes it over when it is opened. */
export type NewStep = { id: number; value: string }

/** A line of the ledger: 0 open, 1 signed, with the hand that signed it last. */
export type Step = NewStep & { status: 0 | 1; signed?: { by: string; at: string } }

export type Order = {
  clientId: string
  /** The client's first order is 1. */
  number: number
  title: string
  status: OrderStatus
  openedAt: string
  closedAt?: string
  steps: Step[]
  /** What was asked and answered; conditional questions that were not asked are not here. */
  questions: Question[]
  /** The revisions at which each side sent something the other side has to read. */
  sent: Record<Role, number[]>
  /** How many of the other side's sendings each person has read. */
  read: Record<string, number>
}

export const orders: Aggregate<Order, OrderEvent> = {
  name: 'order',
  initial: {
    clientId: '',
    number: 0,
    title: '',
    status: 'open',
    openedAt: '',
    steps: [],
    questions: [],
    sent: { client: [], admin: [] },
    read: {},
  },
  evolve,
}

// No default case: forget an event and the compiler says so.
function evolve(order: Order, { type, data, by, at, revision }: Recorded<OrderEvent>): Order {
  switch (type) {
    case 'OrderOpened':
      return {
        ...order,
        ...data,
        steps: data.steps.map((step) => ({ ...step, status: 0 })),
        openedAt: at,
        sent: { client: [revision], admin: [] },
      }
    case 'StepToggled':
      return { ...order, steps: withStep(order.steps, data, { by: by.name, at }) }
    case 'ConversationRead':
      return { ...order, read: { ...order.read, [by.id]: data.seen } }
    case 'OrderCompleted':
      return { ...order, status: 'completed', closedAt: at }
    case 'OrderCancelled':
      return { ...order, status: 'cancelled', closedAt: at }
  }
}

/** The steps with one of them signed or opened again. */
export const withStep = (
  steps: Step[],
  { step, done }: { step: number; done: boolean },
  signed: NonNullable<Step['signed']>,
): Step[] =>
  steps.map((each) => {
    if (each.id !== step) return each
    const { id, value } = each
    return done ? { id, value, status: 1, signed } : { id, value, status: 0 }
  })

/** Whether the order exists: its first fact opened it. */
export const exists = (order: Order): boolean => order.openedAt !== ''

/** An order is seen by its owner and by admins. */
export const maySee = (order: Order, person: Person): boolean =>
  exists(order) && (person.role === 'admin' || person.id === order.clientId)

/** Whose sendings a person has to read: the other side's. */
export const otherSide = (role: Role): Role => (role === 'admin' ? 'client' : 'admin')

/** Refuses a change to an order that is completed or cancelled. */
export function onlyWhileOpen(order: Order, message = 'Order Either Completed Or Cancelled'): void {
  if (order.status !== 'open') throw new Refusal(message)
}

export const orderId = z.string('Which order?').regex(/^[\w-]{1,64}$/, 'Which order?')

/** An action on an order. Beside its own rules only an admin or the order's owner may know of the order. */
export const orderAction = <Input extends { orderId: string }>(
  action: Omit<Action<Order, OrderEvent, Input>, 'aggregate'>,
): Action<Order, OrderEvent, Input> => ({ aggregate: orders, visible: maySee, ...action })
