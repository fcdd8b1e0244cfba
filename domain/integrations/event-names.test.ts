import { expect, it } from 'vitest'
import { eventName, eventNames } from './event-names.ts'
import { deliverableTypes } from './webhook.ts'

it.each(deliverableTypes)('%s has a name of its own', (type) => expect(eventName(type)).not.toBe(type))

it('says an event of a later version in the words of its type', () =>
  expect(eventName('InvoicePaid')).toBe('Invoice paid'))

it.each([
  [['*'], 'All events'],
  [['InvoiceRevised'], 'Invoice updated'],
  [['OrderOpened', 'OrderCompleted'], 'Project started and Project completed'],
  [['OrderOpened', 'StepToggled', 'LeadNoted'], 'Project started, Step done or reopened and Lead note changed'],
  [['OrderOpened', 'FileShared', 'FileDeleted', 'LeadMoved'], 'Project started, File shared and 2 other events'],
])('a webhook of %j is sent: %s', (types, said) => expect(eventNames(types)).toBe(said))
