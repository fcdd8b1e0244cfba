import { idIn, type Recorded } from '../event.ts'
import { type Lead, type LeadEvent, leads } from './lead.ts'

/** A lead as lists show it. Also the stored read model. */
export type LeadRow = Lead & { id: string; revision: number }

/** Folds one event of a lead onto its row: in the read model, and in the browsers that show the list. */
export function evolveLeadRow(row: LeadRow | undefined, event: Recorded<LeadEvent>): LeadRow {
  const { id, revision: _, ...lead } = row ?? { id: idIn(leads, event.stream)!, revision: -1, ...leads.initial }
  return { ...leads.evolve(lead, event), id, revision: event.revision }
}
