import type { Answers } from '#domain/template/question.ts'
import type { Person, Recorded, Role } from '../event.ts'
import type { Step } from '../step.ts'
import { countsAsUnread, type OrderEvent } from './events.ts'
import type { Amounts } from './invoice.ts'
import {
  erasedName,
  erasedTitle,
  type Order,
  type OrderStatus,
  otherSide,
  stepsAtSubmission,
  stepToggled,
  withAnswerDue,
  withoutClientName,
  withWithdrawn,
} from './order.ts'
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
  /** Since when a message of the client waits for an answer; absent while none does. */
  unansweredSince?: string
  /** Absent where the questionnaire does not ask for its name. */
  business?: Business
  invoice: Amounts
  /** Whom the proposal is for, and its day (`2026-11-16`); absent as long as there is none. */
  proposal?: { receiverName: string; date: string }
  /** How many events of each side count as unread for the other. */
  sent: Record<Role, number>
  /** Of those the deleted ones: their places, the first sent being 0. Absent where there is none. */
  withdrawn?: Order['withdrawn']
  /** How many of the other side's unread events each person has read, deleted ones included. */
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
      steps: stepsAtSubmission(data.steps, { by: by.name, at }),
      currentSince: at,
      ...(business ? { business } : {}),
      invoice: { paid: 0, actual: 0, revisions: 0 },
      sent: { client: 1, admin: 0 },
      read: {},
    }
  }
  if (!row) return undefined
  if (type === 'ConversationRead') return { ...row, revision, read: { ...row.read, [by.id]: data.seen } }
  const now = withAnswerDue({ ...row, revision, lastAt: at }, event)
  // A row shows little of an order: what is not here does not show. That it agrees with the order is tested.
  switch (type) {
    case 'StepToggled':
      return { ...now, ...stepToggled(row, data, { by: by.name, at }) }
    case 'FileDeleted':
      return data.withdrawn ? { ...now, withdrawn: withWithdrawn(row.withdrawn, data.withdrawn) } : now
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
      return {
        ...rest,
        clientId: '',
        clientName: erasedName,
        title: erasedTitle,
        clientErased: at,
        read,
        steps: withoutClientName(row),
      }
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

/** What the other side sent and this person has not read, without what was deleted since. */
export function unreadCount(
  { sent, read, withdrawn }: Pick<OrderRow, 'sent' | 'read' | 'withdrawn'>,
  person: Person,
): number {
  const side = otherSide(person.role)
  const seen = read[person.id] ?? 0
  const deleted = withdrawn?.[side].filter((place) => place >= seen) ?? []
  return Math.max(0, sent[side] - seen - deleted.length)
}
