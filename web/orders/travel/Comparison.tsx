import { useMemo } from 'react'
import type { CheckpointedFold } from '#domain/checkpointed-fold.ts'
import type { Recorded } from '#domain/event.ts'
import { type Compared, compareMoments } from '#domain/order/differences.ts'
import type { Order, OrderEvent } from '#domain/order/order.ts'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { counted } from '../number-words.ts'
import './Comparison.css'

type Moment = Pick<Recorded<OrderEvent>, 'at' | 'revision'>
type ComparisonProps = { past: CheckpointedFold<Order, OrderEvent>; one: Moment; other: Moment }

/** Two moments of an order, the earlier one first: what differs is marked, and what is the same stands below. */
export function Comparison({ past, one, other }: ComparisonProps) {
  const [before, after] = one.revision <= other.revision ? [one, other] : [other, one]
  const compared = useMemo(
    () => compareMoments(past.stateAt(before.revision), past.stateAt(after.revision)),
    [past, before, after],
  )
  const differing = compared.filter(({ isSame }) => !isSame)
  const same = compared.filter(({ isSame }) => isSame)
  const between = after.revision - before.revision
  return (
    <section aria-label="Two moments compared">
      <SectionHeader
        title={
          differing.length === 0
            ? 'Nothing differs'
            : `${counted(differing.length, 'difference').replace(/^./, (first) => first.toUpperCase())}`
        }
        aside={between === 0 ? 'Twice the same line' : `${counted(between, 'line')} between them`}
      />
      <Row className="compared is-head" as="header">
        <span />
        <MomentName at={before} />
        <MomentName at={after} />
      </Row>
      <ul>
        {differing.map((row) => (
          <ComparedRow key={row.key} row={row} />
        ))}
      </ul>
      {same.length > 0 && (
        <>
          <SectionHeader title="The same at both" aside={counted(same.length, 'line')} />
          <ul>
            {same.map((row) => (
              <ComparedRow key={row.key} row={row} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const MomentName = ({ at: { at, revision } }: { at: Moment }) => (
  <span>
    <b>Line {revision + 1}</b>{' '}
    <time dateTime={at}>
      {day(at)}, {clock(at)}
    </time>
  </span>
)

const ComparedRow = ({ row: { about, before, after, isSame } }: { row: Compared }) => (
  <Row as="li" className={isSame ? 'compared is-same' : 'compared'}>
    <span className="compared-about">{about}</span>
    {isSame ? (
      <span className="compared-both">{after}</span>
    ) : (
      <>
        <del>{before ?? 'none'}</del>
        <ins>{after ?? 'none'}</ins>
      </>
    )}
  </Row>
)
