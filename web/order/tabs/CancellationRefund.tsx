import { formatMoney } from '#domain/money.ts'
import { refundIfCancelled } from '#domain/order/invoice.ts'
import type { Order } from '#domain/order/order.ts'
import { phaseOf } from '#domain/order/phase.ts'
import { phases } from '#domain/step.ts'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { Marked } from '#web/order/page/Marked.tsx'
import { Part } from '#web/order/page/Part.tsx'

/** What would come back if the client cancelled, phase by phase; the one the work is in is named, and marked. */
export function CancellationRefund({ order }: { order: Order }) {
  const { viewer } = useShownOrder()
  const now = phaseOf(order.steps)
  return (
    <Part name="Cancelling">
      <SectionHeader
        title={viewer.role === 'admin' ? 'Refund if the client cancels' : 'Refund if you cancel'}
        aside="Amount paid, minus finished work and paid revisions"
      />
      <Row className="reckoned-with lines-py-2 rule-below">
        <p className="meta">
          {now ? `Current phase: ${now}` : 'No phase is set on the steps, so the current phase is unknown.'}
        </p>
      </Row>
      {phases.map((phase) => (
        <Row
          key={phase}
          className={phase === now ? 'cancelling is-now lines-py-2' : 'cancelling lines-py-2'}
          margin={phase === now && 'Today'}
        >
          <p className="flex items-baseline justify-between gap-4">
            <span>In the {phase} phase</span>
            <b>
              <Marked of={({ invoice }) => refundIfCancelled(invoice, phase)}>
                {formatMoney(refundIfCancelled(order.invoice, phase))}
              </Marked>
            </b>
          </p>
        </Row>
      ))}
    </Part>
  )
}
