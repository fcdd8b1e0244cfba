import { z } from 'zod'
import { leadEvents } from '#domain/lead/actions.ts'
import { orderEvents } from '#domain/order/actions.ts'

/** The events that a webhook may be sent: every type of orders and leads. */
export const deliverableTypes = [...Object.keys(orderEvents), ...Object.keys(leadEvents)] as [string, ...string[]]

/** All of them, those that a later version adds too. */
export const everyType = '*'

export const chosenTypes = z
  .array(z.enum([everyType, ...deliverableTypes], 'This event doesn’t exist'))
  .min(1, 'Please choose at least one event')
  .transform((chosen) => (chosen.includes(everyType) ? [everyType] : [...new Set(chosen)]))

/** Whether a webhook is told of events of this type. */
export const isChosen = (chosen: readonly string[], type: string): boolean =>
  chosen.includes(everyType) || chosen.includes(type)
