import { formatMoney } from '#domain/money.ts'
import { invoiceOf } from '#domain/order/invoice.ts'
import type { Order } from '#domain/order/order.ts'
import { currentStep } from '#domain/step.ts'
import { MiniProgress } from '#web/kit/MiniProgress.tsx'

type StoodFactsProps = { order: Order; line: number; of: number }

/** Where an order stood, in four facts. */
export function StoodFacts({ order, line, of }: StoodFactsProps) {
  const { steps, status, invoice } = order
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
          {line} of {of}
        </dd>
      </div>
    </dl>
  )
}
