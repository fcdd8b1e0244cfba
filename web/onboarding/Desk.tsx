import { Link } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { Leaf, Line, Says } from '#web/kit/Leaf.tsx'

/** An admin has no projects of their own: this is where the clients' are. */
export const Desk = () => (
  <Leaf>
    <Says is="You keep the book." next="Your clients' projects are among the orders." />
    <Line>
      <Link className={buttonClass()} to="/orders">
        To the orders
      </Link>
    </Line>
  </Leaf>
)
