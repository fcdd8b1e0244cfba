import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Row } from '#web/kit/Page.tsx'
import { today } from '#web/kit/time.ts'
import { actionItems, unreadSent } from './action-items.ts'
import { useShownOrder } from './context.ts'
import { linkTo } from './tabs.ts'
import './ActionItems.css'

/**
 * What an open order needs of its client, if anything, with a link to it. What was unread is what was so when the page was
 * opened: a message that comes, or is read, moves nothing under its reader.
 */
export function ActionItems() {
  const { order, earlier, viewer, isPast } = useShownOrder()
  const [unread] = useState(() => unreadSent(order, viewer, earlier))
  if (isPast || viewer.role === 'admin' || order.status !== 'open') return null
  return actionItems(order, today(), unread).map(({ at, text, linkText }) => (
    <Row key={text} className="needs" margin="To do">
      <p className="break-anywhere">
        <b className="weight-600 red">{text}</b>{' '}
        {at === 'designs' || at === 'conversation' || at === 'answers' ? (
          <Link to={{ ...linkTo('overview'), hash: `#${at}` }} preventScrollReset>
            {linkText}
          </Link>
        ) : (
          <Link to={linkTo(at)}>{linkText}</Link>
        )}
      </p>
    </Row>
  ))
}
