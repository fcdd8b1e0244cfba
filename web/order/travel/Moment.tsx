import { changesBy } from '#domain/history/timeline.ts'
import { formatMoney } from '#domain/money.ts'
import { sentence } from '#domain/order/actions.ts'
import { invoiceOf } from '#domain/order/invoice.ts'
import { currentWork } from '#domain/order/next-step.ts'
import { Changes } from '#web/history/Changes.tsx'
import { actorLabel } from '#web/history/event-text.ts'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import { useShownOrder } from '#web/order/context.ts'
import type { OrderLife } from './useOrderLife.ts'

/** Where an order stood, in four facts. */
export function PastSummary({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const revision = stops[index]!
  const order = past.stateAt(revision)
  const { steps, status, invoice } = order
  const step = status === 'open' ? currentWork(order) : status
  return (
    <dl className="row gap-1-5">
      <div>
        <dt className="small">Step</dt>
        <dd>
          {step} <MiniProgress steps={steps} />
        </dd>
      </div>
      <div>
        <dt className="small">Project total</dt>
        <dd>{formatMoney(invoice.actual + invoiceOf(invoice).totalPaidRevisions)}</dd>
      </div>
      <div>
        <dt className="small">Paid</dt>
        <dd>{formatMoney(invoice.paid)}</dd>
      </div>
      <div>
        <dt className="small">Entry</dt>
        <dd>
          {revision + 1} of {past.events.length}
        </dd>
      </div>
    </dl>
  )
}

/** The line that one stands at: what it says, by whom, and what it changed. */
export function MomentLine({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const { viewer } = useShownOrder()
  const revision = stops[index]!
  const event = past.events[revision]!
  const before = past.stateAt(revision - 1)
  const order = past.stateAt(revision)
  const text = sentence(event, order)
  return (
    <p className="travel-line wet break-anywhere">
      <span>{text}</span> <span className="meta">{actorLabel(event, viewer)}</span>
      <Changes changes={changesBy(event, before, order)} beside={text} />
    </p>
  )
}
