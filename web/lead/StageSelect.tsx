import type { ChangeEvent } from 'react'
import { type Stage, stages } from '#domain/lead/lead.ts'
import type { LeadRow } from '#domain/lead/row.ts'
import { Labelled } from '#web/kit/Field.tsx'
import { stageTitles } from './columns.ts'
import type { LeadList } from './lead-list.ts'
import { useMoveLead } from './useMoveLead.ts'

/** The stage of a lead, for keyboards and phones: as dragging its line does. */
export function StageSelect({ lead, list }: { lead: LeadRow; list: LeadList }) {
  const { move, pending } = useMoveLead(list)
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => void move(lead, target.value as Stage)
  return (
    <Labelled label="Stage">
      {(ties) => (
        <select {...ties} value={lead.stage} onChange={choose} aria-busy={pending || undefined}>
          {stages.map((stage) => (
            <option key={stage} value={stage}>
              {stageTitles[stage]}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
