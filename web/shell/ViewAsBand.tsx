import { useLocation } from 'react-router-dom'
import { viewedClient } from '#web/view-as.ts'
import { useSession } from './session.ts'

/** Shows that an admin views the page as a client, and leads out of it. */
export default function ViewAsBand() {
  const { pathname } = useLocation()
  const { user } = useSession()
  if (!user) return null
  const order = pathname.startsWith('/order-detail/')
  return (
    <section className="view-as" aria-label="View as client">
      <p className="py-2">
        You’re viewing this as <b>{user.name}</b>. You can’t change anything, and nothing is marked as read.
      </p>
      {/* Another document: this one stays in the view. */}
      <a className="py-2 weight-600" href={order ? pathname : `/people/${viewedClient}`}>
        {order ? 'Back to the project' : 'Stop viewing as client'}
      </a>
    </section>
  )
}
