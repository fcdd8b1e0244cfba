import { useState } from 'react'
import { plural } from '#domain/count.ts'
import { Day } from '#web/history/Day.tsx'
import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { HistoryRow } from './HistoryRow.tsx'
import type { TimelineLine } from './useTimeline.ts'
import '#web/history/EventLine.css'

type HistoryDayProps = {
  lines: readonly TimelineLine[]
  /** The revision up to which the reader knows it from their last visit. */
  since: number | undefined
  /** Whether lines that only say that something was read are folded into one. */
  folds: boolean
  /** Whether the day may have more lines. */
  isPart: boolean
}

/** The lines of one day, newest first. */
export function HistoryDay({ lines, since, folds, isPart }: HistoryDayProps) {
  const { at } = lines[0]!.event
  const { compared } = useShownOrder()
  const row = (line: TimelineLine) => (
    <HistoryRow key={line.event.id} line={line} isNew={since !== undefined && line.event.revision > since} />
  )
  return (
    <Day at={at} count={lines.length} isPart={isPart} {...(compared ? { page: compared.name } : {})}>
      {folds
        ? runsOf(lines).map((run) =>
            isMark(run[0]!) ? (
              <ReadingMarks key={run.at(-1)!.event.id} count={run.length}>
                {run.map(row)}
              </ReadingMarks>
            ) : (
              run.map(row)
            ),
          )
        : lines.map(row)}
    </Day>
  )
}

/** Lines that only say that something was read, as one until they are asked for. */
function ReadingMarks({ count, children }: { count: number; children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return children
  return (
    <Row as="li" className="fact-fold rule-below" bodyClass="pencil">
      <p>
        {plural(count, '{n} read receipt hidden.', '{n} read receipts hidden.')}{' '}
        <TextButton onClick={() => setOpen(true)}>
          Show<span className="sr"> read receipts</span>
        </TextButton>
      </p>
    </Row>
  )
}

const isMark = ({ event }: TimelineLine) => event.type === 'ConversationRead'

/** Lines that follow one another, in runs: marks of reading together, and everything else together. */
function runsOf(lines: readonly TimelineLine[]): TimelineLine[][] {
  const runs: TimelineLine[][] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last && isMark(last[0]!) === isMark(line)) last.push(line)
    else runs.push([line])
  }
  return runs
}
