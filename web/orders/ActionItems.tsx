import { Link } from 'react-router-dom'
import { Row } from '#web/kit/Page.tsx'
import { today } from '#web/kit/time.ts'
import { actionItems } from './action-items.ts'
import { useShownOrder } from './context.ts'
import { linkTo } from './tabs.ts'

/** What an open order needs of its client, if anything, with a link to it. */
export function ActionItems() {
  const { order, viewer } = useShownOrder()
  if (viewer.role === 'admin' || order.status !== 'open') return null
  return actionItems(order, today()).map(({ tab, text, linkText }) => (
    <Row key={tab} className="needs" margin="For you">
      <p>
        <b>{text}</b> <Link to={linkTo(tab)}>{linkText}</Link>
      </p>
    </Row>
  ))
}
