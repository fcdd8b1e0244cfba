import { day } from '#web/kit/time.ts'

/** A day in the margin of a list: its year below it, so that it fits on a phone. */
export function Since({ at }: { at: string }) {
  const [date, month, year] = day(at).split('/')
  return (
    <time className="when" dateTime={at}>
      <span className="when-day">{`${date}/${month}`}</span> <span className="when-clock">{year}</span>
    </time>
  )
}
