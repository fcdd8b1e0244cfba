import { Link } from 'react-router-dom'
import { AskForAddress } from '#web/account/AskForAddress.tsx'
import { EnableNotifications } from '#web/account/EnableNotifications.tsx'
import { buttonClass } from '#web/kit/Button.tsx'
import { Offline } from '#web/kit/Offline.tsx'
import { Page, PageTitle, Row, SectionHeader } from '#web/kit/Page.tsx'
import { ConnectionStatus } from '#web/live/ConnectionStatus.tsx'
import type { Section } from '#web/live/list.ts'
import { lastAt } from '#web/live/rows.ts'
import { useRows } from '#web/live/useRows.ts'
import { useViewer } from '#web/live/viewer.ts'
import { inWordsCapitalized } from '#web/orders/number-words.ts'
import { InBar } from '#web/shell/InBar.tsx'
import { viewedClient } from '#web/view-as.ts'
import { ProjectList } from './ProjectList.tsx'

/** A client's current projects, newest first, followed live. */
export function Projects({ open }: { open: Section }) {
  const { of, hasMore, more, recent, connection } = useRows('userOrder', [open])
  const viewer = useViewer()
  const rows = of('open')
  return (
    <Page>
      <InBar>
        <ConnectionStatus connection={connection} last={lastAt(rows)} />
      </InBar>
      <PageTitle {...pageTitle(rows.length, hasMore('open'))} />
      {connection.state === 'offline' && (
        <Row>
          <Offline since={new Date(connection.since).toISOString()}>You can read on.</Offline>
        </Row>
      )}
      <SectionHeader
        title="Current Projects"
        aside={
          viewedClient === undefined && (
            <Link className={buttonClass('line', true)} to="?another">
              Start another project
            </Link>
          )
        }
      />
      <ProjectList
        label="Current Projects"
        rows={rows}
        empty="No Orders Found"
        recent={recent}
        viewer={viewer}
        onMore={hasMore('open') ? () => more('open') : undefined}
      />
      <AskForAddress />
      {viewedClient === undefined && <EnableNotifications userId={viewer.id} />}
    </Page>
  )
}

function pageTitle(count: number, goesOn: boolean): { title: string; next: string } {
  if (count === 0) return { title: 'No project is open.', next: 'Start one whenever you like.' }
  if (count === 1) return { title: 'One project is open.', next: 'We write in it, and you can watch.' }
  const projects = goesOn ? `More than ${count}` : inWordsCapitalized(count)
  return { title: `${projects} projects are open.`, next: 'We write in them, and you can watch.' }
}
