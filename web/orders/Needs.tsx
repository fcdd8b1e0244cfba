import { Link } from 'react-router-dom'
import { Line } from '#web/kit/Leaf.tsx'
import { today } from '#web/kit/time.ts'
import { useShownOrder } from './context.ts'
import { needs } from './needs.ts'
import { linkTo } from './tabs.ts'

/** What an open order needs of its client, if anything: in red pencil, with the way there. */
export function Needs() {
  const { order, viewer } = useShownOrder()
  if (viewer.role === 'admin' || order.status !== 'open') return null
  return needs(order, today()).map(({ tab, says, act }) => (
    <Line key={tab} className="needs" margin="For you">
      <p>
        <b>{says}</b> <Link to={linkTo(tab)}>{act}</Link>
      </p>
    </Line>
  ))
}
