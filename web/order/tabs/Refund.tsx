import { formatMoney, percent } from '#domain/money.ts'
import { invoiceOf, refundIfCancelled, retainedPercent } from '#domain/order/invoice.ts'
import type { Order } from '#domain/order/order.ts'
import { phaseOf } from '#domain/order/phase.ts'
import { type Phase, phases } from '#domain/step.ts'
import { cancellationClause, cancellationRefund } from '#domain/words/invoice-rows.ts'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { Marked } from '#web/order/page/Marked.tsx'
import { Part } from '#web/order/page/Part.tsx'
import './Refund.css'

/** Shows the refund if the client cancelled: that day as a sum, and in each phase to come as a share of what was paid. */
export function CancellationRefund() {
  const { order, viewer, isPast } = useShownOrder()
  const now = phaseOf(order.steps)
  const later = now ? phases.slice(phases.indexOf(now) + 1) : phases
  return (
    <Part name="Cancelling">
      <SectionHeader
        title={`If ${cancellationClause(viewer.role, isPast)}`}
        aside="Amount paid, minus finished work and paid revisions"
      />
      <Row className="lines-py-2">
        <p className="meta">
          {now ? `Current phase: ${now}` : 'No phase is set on the steps, so the current phase is unknown.'}
        </p>
      </Row>
      {now && <Today order={order} phase={now} />}
      {later.length > 0 && (
        <Row>
          <ol className="refund-later grid text-2 ink-2">
            {later.map((phase) => (
              <Later key={phase} order={order} phase={phase} />
            ))}
          </ol>
        </Row>
      )}
    </Part>
  )
}

/** The sum of a cancellation at the moment that is shown; where more is kept than was paid, it says what is missing: nothing comes back. */
function Today({ order, phase }: { order: Order; phase: Phase }) {
  const { viewer, isPast } = useShownOrder()
  const { paid, actual, revisions } = order.invoice
  const { totalPaidRevisions } = invoiceOf(order.invoice)
  const share = retainedPercent[phase]
  const retained = percent(actual, share)
  const back = refundIfCancelled(order.invoice, phase)
  const missing = back - (paid - totalPaidRevisions - retained)
  const who = viewer.role === 'admin' ? 'The client' : 'You'
  return (
    <Row className="is-now lines-py-2" margin={isPast ? 'That day' : 'Today'}>
      <dl className="refund-sum ink-above">
        <Sum what={`${who} paid`} amount={paid} />
        {revisions > 0 && <Sum what="Paid revisions are kept" amount={-totalPaidRevisions} />}
        <Sum what={`Kept in the ${phase} phase: ${share}% of ${formatMoney(actual)}`} amount={-retained} />
        {missing > 0 && <Sum what="Not paid yet" amount={missing} />}
        <div className="is-sum flex items-baseline justify-between gap-4 py-2">
          <dt>{who} would get back</dt>
          <dd>
            <Marked select={cancellationRefund}>{formatMoney(back)}</Marked>
          </dd>
        </div>
      </dl>
    </Row>
  )
}

const Sum = ({ what, amount }: { what: string; amount: number }) => (
  <div className="flex items-baseline justify-between gap-4 py-2 rule-below">
    <dt>{what}</dt>
    <dd>{formatMoney(amount)}</dd>
  </div>
)

function Later({ order, phase }: { order: Order; phase: Phase }) {
  const { paid } = order.invoice
  const back = refundIfCancelled(order.invoice, phase)
  return (
    <li>
      {paid > 0 && (
        <div className="refund-bar edge" aria-hidden="true">
          <div style={{ width: `${(back / paid) * 100}%` }} />
        </div>
      )}
      <span>In the {phase} phase</span>
      <Marked select={({ invoice }) => refundIfCancelled(invoice, phase)}>
        {back > 0 ? `${formatMoney(back)} comes back` : 'Nothing comes back'}
      </Marked>
    </li>
  )
}

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
      {paid > 0 && (
        <div className="measure-run absolute is-paid" style={{ width: `${money}%` }}>
          <i className="green absolute nowrap">paid</i>
        </div>
      )}
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
