import type { Answers } from '#domain/template/question.ts'
import type { Person, Recorded, Role } from '../event.ts'
import type { Step } from '../step.ts'
import { countsAsUnread, type OrderEvent } from './events.ts'
import type { Amounts } from './invoice.ts'
import { erasedName, erasedTitle, type OrderStatus, openSteps, otherSide, stepToggled } from './order.ts'
import { type Business, businessOf } from './project-name.ts'

/** An order as lists show it. Also the stored read model, guarded by its revision. */
export type OrderRow = {
  id: string
  revision: number
  clientId: string
  clientName: string
  title: string
  status: OrderStatus
  openedAt: string
  /** When its client was erased. */
  clientErased?: string
  /** When its last event was recorded, reading aside. */
  lastAt: string
  steps: Step[]
  /** Since when its first open step is that. */
  currentSince: string
  /** Absent where the questionnaire does not ask for its name. */
  business?: Business
  invoice: Amounts
  /** Whom the proposal is for, and its day (`2026-11-16`); absent as long as there is none. */
  proposal?: { receiverName: string; date: string }
  /** How many events of each side count as unread for the other. */
  sent: Record<Role, number>
  /** How many of the other side's unread events each person has read. */
  read: Record<string, number>
}

/** Folds one event of the order onto its row. */
export function evolveRow(row: OrderRow | undefined, event: Recorded<OrderEvent>): OrderRow | undefined {
  const { type, data, by, at, revision } = event
  if (type === 'OrderOpened') {
    const business = businessOf(data.questions)
    return {
      id: event.stream.slice('order-'.length),
      revision,
      clientId: data.clientId,
      clientName: by.name,
      title: data.title,
      status: 'open',
      openedAt: at,
      lastAt: at,
      steps: openSteps(data.steps),
      currentSince: at,
      ...(business ? { business } : {}),
      invoice: { paid: 0, actual: 0, revisions: 0 },
      sent: { client: 1, admin: 0 },
      read: {},
    }
  }
  if (!row) return undefined
  if (type === 'ConversationRead') return { ...row, revision, read: { ...row.read, [by.id]: data.seen } }
  const now = { ...row, revision, lastAt: at }
  // A row shows little of an order: what is not here does not show. That it agrees with the order is tested.
  switch (type) {
    case 'StepToggled':
      return { ...now, ...stepToggled(row, data, { by: by.name, at }) }
    case 'InvoiceRevised':
      return { ...now, invoice: data }
    case 'ProposalRevised':
      return { ...now, proposal: { receiverName: data.receiverName, date: data.date } }
    case 'OrderRenamed':
      return { ...now, title: data.title }
    case 'OrderCompleted':
      return { ...now, status: 'completed' }
    case 'OrderCancelled':
      return { ...now, status: 'cancelled' }
    case 'OrderReopened':
      return { ...now, status: 'open' }
    case 'ClientErased': {
      const { business: _, proposal: __, ...rest } = now
      const { [row.clientId]: ___, ...read } = row.read
      return { ...rest, clientId: '', clientName: erasedName, title: erasedTitle, clientErased: at, read }
    }
    case 'AnswersAmended':
      return withUnread({ ...now, ...amendedBusiness(row, data.answers) }, event)
    default:
      return withUnread(now, event)
  }
}

const withUnread = (row: OrderRow, event: Recorded<OrderEvent>): OrderRow => {
  const { role } = event.by
  return countsAsUnread(event) ? { ...row, sent: { ...row.sent, [role]: row.sent[role] + 1 } } : row
}

function amendedBusiness({ business }: OrderRow, answers: Answers): Pick<OrderRow, 'business'> {
  const answer = business && answers[business.question]
  return business && answer !== undefined
    ? { business: { ...business, name: typeof answer === 'string' ? answer.trim() : '' } }
    : {}
}

/** What the other side sent and this person has not read. */
export const unreadCount = (row: Pick<OrderRow, 'sent' | 'read'>, person: Person): number =>
  Math.max(0, row.sent[otherSide(person.role)] - (row.read[person.id] ?? 0))
