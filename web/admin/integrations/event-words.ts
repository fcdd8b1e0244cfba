import type { LeadEvent } from '#domain/lead/lead.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { listed } from '../editing/words.ts'

const texts: Record<OrderEvent['type'] | LeadEvent['type'] | 'WebhookTested', string> = {
  OrderOpened: 'Project started',
  StepToggled: 'Step done or reopened',
  DesignLinkShared: 'Design shared',
  PaymentLinkShared: 'Payment link shared',
  InvoiceRevised: 'Invoice updated',
  ProposalRevised: 'Proposal updated',
  MessageSent: 'Message sent',
  FileShared: 'File shared',
  FileReplaced: 'File replaced',
  FileDeleted: 'File deleted',
  AnswersAmended: 'Answers changed',
  ConversationRead: 'Messages read',
  OrderRenamed: 'Project renamed',
  OrderCompleted: 'Project completed',
  OrderCancelled: 'Project cancelled',
  OrderReopened: 'Project reopened',
  ClientErased: 'Client data deleted',
  LeadSubmitted: 'Prices requested',
  LeadMoved: 'Lead moved to a stage',
  LeadConverted: 'Lead became a client',
  LeadErased: 'Lead data deleted',
  LeadNoted: 'Lead note changed',
  LossExplained: 'Loss reason changed',
  FollowUpScheduled: 'Follow-up date set',
  WebhookTested: 'Webhook test',
}

/** A type of event in words: `InvoiceRevised` is `Invoice updated`. One of a newer version is called by its type. */
export const eventWords = (type: string): string =>
  Object.hasOwn(texts, type) ? texts[type as keyof typeof texts] : type

/** The events of a webhook, in words: `Message sent, File shared and 3 more`. */
export function chosenWords(events: readonly string[]): string {
  if (events.includes('*')) return 'All events'
  const words = events.map(eventWords)
  return listed(words.length <= 3 ? words : [...words.slice(0, 2), `${words.length - 2} more`])
}
