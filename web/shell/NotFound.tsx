import { Link } from 'react-router-dom'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { Head } from '#web/shell/Head.tsx'

/** No such page, or nothing by that name. */
export const NotFound = () => (
  <Page>
    <Head title="Page Not Found" noindex />
    <PageTitle eyebrow="404" title="Error Page Not Found." next="Nothing is written at this address." />
    <Row>
      <Link to="/">Back to the first page</Link>
    </Row>
  </Page>
)
