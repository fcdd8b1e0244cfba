import { z } from 'zod'

/** The phases of the work by the terms, in their order. */
export const phases = ['landing page', 'full design', 'development', 'handover'] as const
export type Phase = (typeof phases)[number]

/** The client’s acts that may complete a step by themselves: see `stepCompletedBy` in order/order.ts. */
export const completions = ['submission', 'acceptance', 'payment', 'approval'] as const
export type Completion = (typeof completions)[number]

/**
 * The optional traits of a step: its phase of the work, whether the client pays in it, and whose turn it is. It may also
 * name the client’s act that completes it. Steps that were stored before there were these have none.
 */
export const stepTraits = {
  phase: z.enum(phases, `its phase must be one of ${phases.join(', ')}, or empty`).optional(),
  payment: z.literal(true, 'payment must be true, or left out').optional(),
  with: z.enum(['agency', 'client'], '“with” must be agency or client, or left out').optional(),
  completedOn: z.enum(completions, `completedOn must be one of ${completions.join(', ')}, or left out`).optional(),
}

const newStepFields = { id: z.int(), value: z.string(), ...stepTraits }

/** A step of the progress template, as an order takes it over when it is opened. */
export const newStep = z.object(newStepFields)

export type NewStep = z.infer<typeof newStep>

/** The requests that waited for a side, by kind (`PendingKind` in order/fields.ts), with the event that asked. */
export const waits = z.record(z.string(), z.object({ at: z.string(), revision: z.int(), paid: z.int().optional() }))
export type Waits = z.infer<typeof waits>

/** Who completed a step, and what an admin answered by doing so. */
const completedBy = z.object({ by: z.string(), at: z.string(), role: z.literal('client').optional() })
const answered = z.optional(waits)

/** A step of an order: 0 open, 1 done, with its completion; `reopened` is that of a step that was reopened. */
export const step = z.object({
  ...newStepFields,
  status: z.union([z.literal(0), z.literal(1)]),
  completedBy: z.optional(completedBy),
  answered,
  reopened: z.object({ completedBy, answered }).optional(),
})

export type Step = z.infer<typeof step>
