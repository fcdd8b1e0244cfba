import { Link } from 'react-router-dom'
import type { Person } from '#domain/event.ts'
import { Unread } from '#web/kit/NewBadge.tsx'
import { linkTo, linkToMoment, type Tab, tabs } from '#web/order/tabs.ts'
import './OrderTabs.css'

type OrderTabsProps = {
  tab: Tab
  viewer: Person
  unread: number
  /** The revision that the page is shown at, where it is not as it stands now. */
  at?: number | undefined
  /** The one that it stands beside then. */
  comparedWith?: number | undefined
}

/** The tabs of an order, and the way back. `unread` stands at the overview, where the conversation is. */
export const OrderTabs = ({ tab, viewer, unread, at, comparedWith }: OrderTabsProps) => (
  <nav className="order-index" aria-label="This project">
    <ul>
      {Object.entries(tabs).map(([name, title]) => (
        <li key={name}>
          {/* The page scrolls to its main container by itself: a reset would take it to the very top first. */}
          <Link
            className="flex items-baseline gap-2 ink-2 nowrap no-underline"
            to={at === undefined ? linkTo(name as Tab) : linkToMoment(at, name as Tab, comparedWith)}
            aria-current={name === tab ? 'page' : undefined}
            preventScrollReset
            ref={name === tab ? intoSight : undefined}
          >
            <span className="order-index-name">{title}</span>
            {name === 'overview' && at === undefined && <Unread count={unread} />}
          </Link>
        </li>
      ))}
      <li className="order-index-back">
        <Link
          className="flex items-baseline gap-2 ink-2 nowrap no-underline"
          to={viewer.role === 'admin' ? '/orders' : '/dashboard'}
        >
          Back
          <span className="order-index-where"> to {viewer.role === 'admin' ? 'all projects' : 'your projects'}</span>
        </Link>
      </li>
    </ul>
  </nav>
)

/** On a phone the index is a strip to be pushed along: the chosen tab is pushed into it. The page stays where it is. */
function intoSight(link: HTMLElement | null): void {
  const strip = link?.closest('ul')
  if (link && strip && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = link.offsetLeft - strip.offsetLeft - 40
}
