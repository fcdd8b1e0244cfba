import { formatMoney } from '#domain/money.ts'
import type { Phase } from '#domain/step.ts'
import './RefundMeter.css'

/** How far the work is by the end of each phase, in percent of the price. */
const worked: Record<Phase, number> = { 'landing page': 20, 'full design': 50, development: 100, handover: 100 }

const marks = [
  [0, ''],
  [20, 'Landing page'],
  [50, 'Complete design'],
  [100, 'Development'],
] as const

type RefundMeterProps = { paid: number; actual: number; phase: Phase | undefined; back: number }

/** The measure: paid, in green, over what is being worked at, in ink; hatched between them what would come back. */
export function RefundMeter({ paid, actual, phase, back }: RefundMeterProps) {
  const money = Math.min(100, (paid / actual) * 100)
  const work = phase ? worked[phase] : 0
  const gap = Math.min(money, (back / actual) * 100)
  return (
    <div
      className="measure relative"
      role="img"
      aria-label={`${formatMoney(paid)} of ${formatMoney(actual)} paid${phase ? `; current phase: ${phase}` : ''}`}
    >
      <div className="measure-run absolute is-paid" style={{ width: `${money}%` }}>
        <i className="green absolute nowrap">paid</i>
      </div>
      {gap > 0 && <div className="measure-gap absolute" style={{ left: `${money - gap}%`, width: `${gap}%` }} />}
      {phase && <div className="measure-run absolute is-work" style={{ width: `${work}%` }} />}
      <div className="measure-base absolute on-ink" />
      {marks.map(([at, name]) => (
        <div
          key={at}
          className="measure-mark absolute on-ink"
          style={{ left: `${at}%` }}
          data-edge={at === 0 ? 'start' : undefined}
        >
          <span className="text-right absolute nowrap">{at}%</span>
          <small className="small text-right absolute nowrap">{name}</small>
        </div>
      ))}
    </div>
  )
}
