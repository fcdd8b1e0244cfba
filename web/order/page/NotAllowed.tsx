import { Link } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { Page } from '#web/kit/Page.tsx'
import { FailureNote } from '#web/shell/Failure.tsx'
import { Head } from '#web/shell/Head.tsx'

/** An order that is not this person's to see, or that there is not: the same answer for both. */
const NotAllowed = () => (
  <Page>
    <Head title="Not allowed" noindex />
    <FailureNote title="Sorry You Are Not Allowed To Visit This Page" next="Login with proper account to access">
      <Link className={buttonClass('line')} to="/dashboard">
        Go to your projects
      </Link>
    </FailureNote>
  </Page>
)

export default NotAllowed
