import { counted, listed } from '#domain/count.ts'
import type { DeliverableType } from './webhook.ts'

/** The names of events whose type says otherwise: `OrderOpened` would be “Order opened”. */
const names: { [Type in DeliverableType | 'WebhookTested']?: string } = {
  OrderOpened: 'Project started',
  StepToggled: 'Step done or reopened',
  DesignLinkShared: 'Design shared',
  DraftShared: 'Design uploaded',
  PointSettled: 'Point done or answered',
  DraftApproved: 'Design approved',
  InvoiceRevised: 'Invoice updated',
  BillingDetailsGiven: 'Billing details changed',
  ProposalRevised: 'Proposal updated',
  PaymentQuestioned: 'Payment not found',
  PaymentReopened: 'Payment checked again',
  AnswersAmended: 'Answers changed',
  ConversationRead: 'Messages read',
  OrderRenamed: 'Project renamed',
  OrderCompleted: 'Project completed',
  OrderCancelled: 'Project cancelled',
  OrderReopened: 'Project reopened',
  ClientErased: 'Client data deleted',
  LeadSubmitted: 'Prices requested',
  LeadMoved: 'Lead moved to another stage',
  LeadConverted: 'Lead marked as won',
  LeadNoted: 'Lead note changed',
  LossExplained: 'Loss reason changed',
  FollowUpScheduled: 'Follow-up date set',
  LeadErased: 'Lead data deleted',
  WebhookTested: 'Webhook test',
}

/** The name of a type of event: its own, or the words of its type. */
export const eventName = (type: string): string =>
  (Object.hasOwn(names, type) && names[type as keyof typeof names]) ||
  type.replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)

/** How many events are named where a webhook is shown in a line. */
const maxNamed = 3

/** Lists the events that a webhook is sent: `*` is every event. */
export function eventNames(types: readonly string[]): string {
  if (types.includes('*')) return 'All events'
  if (types.length <= maxNamed) return listed(types.map(eventName))
  const rest = types.length - maxNamed + 1
  return listed([...types.slice(0, maxNamed - 1).map(eventName), counted(rest, 'other event')])
}
