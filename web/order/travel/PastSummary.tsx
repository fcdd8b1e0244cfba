import { formatMoney } from '#domain/money.ts'
import { invoiceOf } from '#domain/order/invoice.ts'
import { currentWork } from '#domain/order/next-step.ts'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import type { OrderLife } from './useOrderLife.ts'

/** Where an order stood, in four facts. */
export function PastSummary({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const revision = stops[index]!
  const order = past.stateAt(revision)
  const { steps, status, invoice } = order
  const step = status === 'open' ? currentWork(order) : status
  return (
    <dl>
      <div>
        <dt>Step</dt>
        <dd>
          {step} <MiniProgress steps={steps} />
        </dd>
      </div>
      <div>
        <dt>Project total</dt>
        <dd>{formatMoney(invoice.actual + invoiceOf(invoice).totalPaidRevisions)}</dd>
      </div>
      <div>
        <dt>Paid</dt>
        <dd>{formatMoney(invoice.paid)}</dd>
      </div>
      <div>
        <dt>Entry</dt>
        <dd>
          {revision + 1} of {past.events.length}
        </dd>
      </div>
    </dl>
  )
}
