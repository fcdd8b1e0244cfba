import { Link } from 'react-router-dom'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { dayAndClock } from '#web/kit/time.ts'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import { InBar } from '#web/shell/InBar.tsx'

type ErasedPersonProps = { status: 'erasing' | 'erased'; since: string }

/** A person who is being erased, or was: when that was, and nothing else. */
export const ErasedPerson = ({ status, since }: ErasedPersonProps) => (
  <Page>
    <InBar>
      <ConnectionStatus />
    </InBar>
    <PageTitle
      eyebrow={<Link to="/people">People</Link>}
      title={status === 'erasing' ? 'This person’s data is being deleted.' : 'This person’s data was deleted.'}
      next={status === 'erasing' ? 'This takes a moment.' : 'No personal data is left.'}
    />
    <Row>
      <p role="status">
        {status === 'erasing' ? 'Requested on' : 'Completed on'} <time dateTime={since}>{dayAndClock(since)}</time>.
      </p>
    </Row>
  </Page>
)
