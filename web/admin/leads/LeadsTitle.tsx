import { useListsMade, whileMade } from '#web/lists-made.ts'
import type { Counts } from './load.ts'

/** Whom to call today, and who should have been: red under what is late only. */
export function LeadsTitle({ counts: { today, late, stages } }: { counts: Counts }) {
  const made = useListsMade()
  if (made < 100) {
    const { title, next } = whileMade(made)
    return (
      <h1>
        {title} <em>{next}</em>
      </h1>
    )
  }
  const people = `${today} ${today === 1 ? 'call' : 'calls'} due today.`
  if (late > 0) {
    return (
      <h1>
        {people},{' '}
        <em className="leads-late inline-block relative">
          {late === today ? 'All are overdue.' : `${late} ${late === 1 ? 'is' : 'are'} overdue.`}
        </em>
      </h1>
    )
  }
  return (
    <h1>
      {today > 0 ? people : 'No calls due today.'}{' '}
      <em>{stages.new > 0 ? `${stages.new} new ${stages.new === 1 ? 'lead' : 'leads'}.` : 'No new leads.'}</em>
    </h1>
  )
}
