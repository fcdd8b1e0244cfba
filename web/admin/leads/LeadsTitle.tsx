import { useListsMade, whileMade } from '#web/lists-made.ts'
import { inWords, inWordsCapitalized } from '#web/orders/number-words.ts'
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
  const people = `${inWordsCapitalized(today)} ${today === 1 ? 'person expects' : 'people expect'} a call today`
  if (late > 0) {
    return (
      <h1>
        {people},{' '}
        <em className="leads-late inline-block relative">
          {late === today ? 'and should have had it.' : `${inWords(late)} should have had one.`}
        </em>
      </h1>
    )
  }
  return (
    <h1>
      {today > 0 ? `${people},` : 'Nobody expects a call today,'}{' '}
      <em>
        {stages.new > 0 ? `${inWords(stages.new)} ${stages.new === 1 ? 'is' : 'are'} new.` : 'and nobody is new.'}
      </em>
    </h1>
  )
}
