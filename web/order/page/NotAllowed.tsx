import { Link } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { Head } from '#web/shell/Head.tsx'
import '#web/order/CommandForms.css'

/** An order that is not this person's to see, or that there is not: the same answer for both. */
export const NotAllowed = () => (
  <Page>
    <Head title="Not allowed" noindex />
    <PageTitle title="Sorry You Are Not Allowed To Visit This Page" />
    <Row>
      <p>Login with proper account to access</p>
      <p className="order-acts row gap-3 pt-5">
        <Link className={buttonClass('line')} to="/dashboard">
          Go to your projects
        </Link>
      </p>
    </Row>
  </Page>
)
