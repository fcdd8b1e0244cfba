import { z } from 'zod'
import { storedFile } from './conversation.ts'

/** The phases whose drafts a client reviews. Each has its own free rounds. */
export const draftPhases = ['landing page', 'full design'] as const
export type DraftPhase = (typeof draftPhases)[number]

/** Where a point is on a draft: on which of its files and pages, counted from 0, and at which part of its width and height. */
export const pin = z.object({
  file: z.int().min(0),
  page: z.int().min(0),
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
})
export type Pin = z.infer<typeof pin>

const pointFields = {
  letter: z.string(),
  text: z.string(),
  pin: z.optional(pin),
  picture: z.optional(storedFile),
}
/** One change that a client asked for. Its letter stands for it in its phase; without a pin it is about the whole draft. */
export const point = z.object(pointFields)
/** The agency’s reply to a point: whether it is done, and an answer, which may be empty. */
const settled = {
  done: z.boolean(),
  answer: z.string(),
  settled: z.object({ by: z.string(), at: z.string() }).optional(),
}
const settledPoint = z.object({ ...pointFields, ...settled })
export type Point = z.infer<typeof settledPoint>

/** Changes that were asked for together: the nth of their phase, about a version, for a price in paise. */
export const round = z.object({
  phase: z.enum(draftPhases),
  round: z.int(),
  version: z.int(),
  price: z.int(),
  by: z.string(),
  at: z.string(),
  points: z.array(settledPoint),
})
export type Round = z.infer<typeof round>

/**
 * A design that was shared, as a link or as files: version 1 is the first of an order’s. One of before 2026-11-25 says no
 * phase, and was not to be approved.
 */
export const design = z.object({
  link: z.string(),
  by: z.string(),
  at: z.string(),
  files: z.array(storedFile).optional(),
  note: z.string().optional(),
  phase: z.enum(draftPhases).optional(),
  /** The approval, with the name that the person typed. */
  approved: z.object({ name: z.string(), by: z.string(), at: z.string(), open: z.array(z.string()) }).optional(),
})
export type Design = z.infer<typeof design>
