import { Link } from 'react-router-dom'
import type { Person } from '#domain/event.ts'
import type { OpenOrder } from '#domain/order/presence.ts'
import { Row, SectionHeader } from '#web/kit/Page.tsx'

/** Shows who has which order open at the moment. Nothing while no one has. */
export const HereNow = ({ orders, viewer }: { orders: readonly OpenOrder[]; viewer: Person }) =>
  orders.length > 0 && (
    <section aria-label="Online now">
      <SectionHeader title="Online now" />
      <ul>
        {orders.map(({ orderId, title, people }) => (
          <Row as="li" key={orderId} className="person lines-py-3">
            <div className="person-line">
              <span className="person-name">
                <Link to={`/order-detail/${orderId}`}>{title}</Link>
              </span>
              <span className="person-here">
                {people.map(({ id, name }) => (id === viewer.id ? 'You' : name)).join(', ')}
              </span>
            </div>
          </Row>
        ))}
      </ul>
    </section>
  )
