import type { CSSProperties } from 'react'
import { retainedPercent } from '#domain/order/invoice.ts'
import type { Phase } from '#domain/step.ts'
import { Row } from '#web/kit/Page.tsx'
import './Refunds.css'

const when: Record<Phase, string> = {
  'landing page': 'You do not approve the landing page',
  'full design': 'You cancel after full design has started',
  development: 'You cancel during development',
  handover: 'You cancel after development',
}

/** The kept and refunded shares, phase by phase, as a staircase: the kept part is ruled, the refund hatched. */
export const Refunds = () => (
  <Row>
    <dl className="refunds">
      {(Object.keys(when) as Phase[]).map((phase) => {
        const retained = retainedPercent[phase]
        return (
          <div className="flex" key={phase}>
            <dt>
              {phase}
              <small className="block mt-1 sans-2-14 ink-2">{when[phase]}</small>
            </dt>
            <dd className="relative" style={{ '--kept': `${retained}%` } as CSSProperties}>
              {retained < 100 && <span className="is-back absolute on-paper">{100 - retained}% refunded</span>}
              <span className="is-kept absolute on-paper">{retained}% kept</span>
            </dd>
          </div>
        )
      })}
    </dl>
  </Row>
)
