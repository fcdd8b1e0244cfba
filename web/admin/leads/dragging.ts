import type { Stage } from '#domain/lead/lead.ts'

/** A lead that is being dragged: where it stands, and what moves it. */
export type DraggedLead = { stage: Stage; move(stage: Stage): void }

const lead = Symbol('lead')

/** What is dragged, as the library hands it on. */
export const dragData = (dragged: DraggedLead): Record<symbol, unknown> => ({ [lead]: dragged })

/** The lead that is dragged, if it is one. */
export const draggedLead = (data: Record<string | symbol, unknown>): DraggedLead | undefined =>
  data[lead] as DraggedLead | undefined
