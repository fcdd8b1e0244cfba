import { z } from 'zod'

/** A line of the progress template, as an order takes it over when it is opened. */
export const newStep = z.object({ id: z.int(), value: z.string() })
export type NewStep = z.infer<typeof newStep>

/** A line of an order's progress: 0 open, 1 signed, with the hand that signed it last. */
export const step = newStep.extend({
  status: z.union([z.literal(0), z.literal(1)]),
  signed: z.object({ by: z.string(), at: z.string() }).optional(),
})
export type Step = z.infer<typeof step>
