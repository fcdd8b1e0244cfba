import { Link } from 'react-router-dom'
import { Leaf, Line, Says } from '#web/kit/Leaf.tsx'
import { Head } from '#web/shell/Head.tsx'

/** An order that is not this person's to see, or that there is not: the same answer for both. */
export const NotAllowed = () => (
  <Leaf>
    <Head title="Not allowed" noindex />
    <Says is="Sorry You Are Not Allowed To Visit This Page" />
    <Line>
      <p>Login with proper account to access</p>
      <p>
        <Link to="/dashboard">To your own projects</Link>
      </p>
    </Line>
  </Leaf>
)
