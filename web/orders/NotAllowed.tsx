import { Link } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { Leaf, Line, Says } from '#web/kit/Leaf.tsx'
import { Head } from '#web/shell/Head.tsx'
import './Acts.css'

/** An order that is not this person's to see, or that there is not: the same answer for both. */
export const NotAllowed = () => (
  <Leaf>
    <Head title="Not allowed" noindex />
    <Says is="Sorry You Are Not Allowed To Visit This Page" />
    <Line>
      <p>Login with proper account to access</p>
      <p className="order-acts">
        <Link className={buttonClass('line')} to="/dashboard">
          To your own projects
        </Link>
      </p>
    </Line>
  </Leaf>
)
