import type { ReactNode } from 'react'
import { TextButton } from '#web/kit/Button.tsx'
import { KeepPlace } from '#web/kit/KeepPlace.tsx'
import { Row } from '#web/kit/Page.tsx'
import { day } from '#web/kit/time.ts'
import { HistoryDay } from './HistoryDay.tsx'
import type { TimelineLine } from './useTimeline.ts'

type HistoryDaysProps = {
  /** The lines that are shown, newest first. */
  lines: readonly TimelineLine[]
  /** The revision up to which the reader knows the order from their last visit. */
  since?: number | undefined
  folds: boolean
  /** Shows later lines; absent where there are none. */
  onLater?: (() => void) | undefined
  /** Whether there may be earlier ones, and how they are shown. */
  goesOn: boolean
  children?: ReactNode
}

/** Lines of a history, day by day. What is read stays where it is while lines come and leave above it. */
export function HistoryDays({ lines, since, folds, onLater, goesOn, children }: HistoryDaysProps) {
  const days = [...Map.groupBy(lines, ({ event }) => day(event.at)).values()]
  return (
    <KeepPlace>
      {onLater && (
        <div data-gives-way>
          <Row className="history-more" bodyClass="pt-5">
            <TextButton onClick={onLater}>Show later entries</TextButton>
          </Row>
        </div>
      )}
      {days.map((lines, nth) => (
        <HistoryDay
          key={day(lines[0]!.event.at)}
          lines={lines}
          since={since}
          folds={folds}
          isPart={(nth === 0 && onLater !== undefined) || (nth === days.length - 1 && goesOn)}
        />
      ))}
      <div data-gives-way>{children}</div>
    </KeepPlace>
  )
}
