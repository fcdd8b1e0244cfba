import { Link } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'

/** An admin has no projects of their own: this is where the clients' are. */
export const AdminNote = () => (
  <Page>
    <PageTitle title="You keep the book." next="Your clients' projects are among the orders." />
    <Row>
      <Link className={buttonClass()} to="/orders">
        To the orders
      </Link>
    </Row>
  </Page>
)
