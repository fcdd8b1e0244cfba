import { Link } from 'react-router-dom'
import { Row } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { linkTo } from '#web/order/tabs.ts'
import { actionItems } from './action-items.ts'
import './ActionItems.css'

/** Shows what the questionnaire of an open order still needs of its client, if anything, with a link to it. */
export function ActionItems() {
  const { order, viewer, isPast } = useShownOrder()
  if (isPast || viewer.role === 'admin' || order.status !== 'open') return null
  return actionItems(order).map(({ text, linkText }) => (
    <Row key={text} className="needs" margin="To do">
      <p className="break-anywhere">
        <b className="weight-600 red">{text}</b>{' '}
        <Link to={{ ...linkTo('overview'), hash: '#answers' }} preventScrollReset>
          {linkText}
        </Link>
      </p>
    </Row>
  ))
}
