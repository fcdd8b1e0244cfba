import { z } from 'zod'
import { clear } from '#domain/action.ts'

// What the events of payments store: pages are built without these schemas (infra/tools/run/web-actions.ts).

const mark = z.object({ at: z.string(), revision: z.int() })
/** The money of an order that waits for a side, with the event that asked: the events of payments carry it. */
export const moneyWaits = z.object({
  /** `amount`: what is reported altogether, in paise; absent in what was written before it was kept. */
  payment: mark.extend({ amount: z.int().optional() }).optional(),
  'payment question': z.optional(mark),
  invoice: z.optional(mark),
})
export type MoneyWaits = z.infer<typeof moneyWaits>

/** The fields that all events of a payment have: its id, its amount in paise, and the money that waits once they happened. */
export const paymentFields = { payment: clear(z.string()), amount: z.int(), waits: clear(moneyWaits) }
