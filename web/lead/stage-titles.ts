import type { Stage } from '#domain/lead/lead.ts'

export const stageTitles: Record<Stage, string> = { new: 'New', contacted: 'Contacted', won: 'Won', lost: 'Lost' }

/** By what a column is sorted. */
export const stageOrders: Record<Stage, string> = {
  new: 'by test date',
  contacted: 'by follow-up date',
  won: 'by month',
  lost: 'by month',
}
