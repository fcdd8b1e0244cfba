import { formatMoney } from '#domain/money.ts'
import { invoiceOf } from '#domain/order/invoice.ts'
import { currentStep } from '#domain/step.ts'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'
import type { OrderLife } from './useOrderLife.ts'

/** Where an order stood, in four facts. */
export function StoodFacts({ life: { past, stops }, index }: { life: OrderLife; index: number }) {
  const revision = stops[index]!
  const { steps, status, invoice } = past.stateAt(revision)
  const step = status === 'open' ? (currentStep(steps)?.value ?? 'All signed') : status
  return (
    <dl>
      <div>
        <dt>Step</dt>
        <dd>
          {step} <MiniProgress steps={steps} />
        </dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>{formatMoney(invoice.actual + invoiceOf(invoice).totalPaidRevisions)}</dd>
      </div>
      <div>
        <dt>Received</dt>
        <dd>{formatMoney(invoice.paid)}</dd>
      </div>
      <div>
        <dt>Line</dt>
        <dd>
          {revision + 1} of {past.events.length}
        </dd>
      </div>
    </dl>
  )
}
