import { leadsTitle } from '#domain/words/admin-titles.ts'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import type { Counts } from './load.ts'

/** Whom to call today, and who should have been: red under what is late only. */
export function LeadsTitle({ counts: { today, late, stages } }: { counts: Counts }) {
  const made = useListsMade()
  const { title, next } = made < 100 ? whileMade(made) : leadsTitle({ today, late, fresh: stages.new })
  return (
    <h1>
      {title} <em className={made === 100 && late > 0 ? 'leads-late inline-block relative' : undefined}>{next}</em>
    </h1>
  )
}
