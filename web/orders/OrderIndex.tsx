import { Link } from 'react-router-dom'
import type { Person } from '#domain/event.ts'
import { Unread } from './Unread.tsx'
import './OrderIndex.css'

/** What there is of an order, and the way back. */
export const OrderIndex = ({ id, viewer, unread }: { id: string; viewer: Person; unread: number }) => (
  <nav className="order-index" aria-label="This order">
    <ul>
      <li>
        <Link to={`/order-detail/${id}`} aria-current="page">
          <span className="order-index-here">Overview</span>
          <Unread count={unread} />
        </Link>
      </li>
      <li className="order-index-back">
        {viewer.role === 'admin' ? <Link to="/orders">All orders</Link> : <Link to="/dashboard">Your projects</Link>}
      </li>
    </ul>
  </nav>
)
