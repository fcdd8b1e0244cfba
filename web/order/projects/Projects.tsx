import { Link } from 'react-router-dom'
import type { Person } from '#domain/event.ts'
import { currentWork, nextStep } from '#domain/order/next-step.ts'
import { nameAmong } from '#domain/order/project-name.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { projectsTitle } from '#domain/words/client-titles.ts'
import type { Headline } from '#domain/words/headline.ts'
import { AskForAddress } from '#web/account/AskForAddress.tsx'
import { EnableNotifications } from '#web/account/EnableNotifications.tsx'
import { buttonClass } from '#web/kit/Button.tsx'
import { Page, PageTitle, SectionHeader } from '#web/kit/Page.tsx'
import { inWords, sinceDay, useNow } from '#web/kit/time.ts'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus, OfflineRow } from '#web/live/ConnectionStatus.tsx'
import { type Section, useRows } from '#web/live/list.ts'
import { lastAt } from '#web/live/rows.ts'
import { useViewer } from '#web/shell/session.ts'
import { viewedClient } from '#web/view-as.ts'
import { ProjectList } from './ProjectList.tsx'

/** A client's current projects, newest first, followed live. */
export function Projects({ open }: { open: Section }) {
  const { rowsIn, hasMore, more, recent } = useRows([open])
  const viewer = useViewer()
  const rows = rowsIn('open')
  const made = useListsMade()
  const now = useNow()
  return (
    <Page>
      <ConnectionStatus last={lastAt(rows)} />
      <PageTitle {...(made < 100 ? whileMade(made) : pageTitle(rows, viewer, hasMore('open'), now))} />
      <OfflineRow />
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
      <div className="project-offers">
        <AskForAddress />
        {viewedClient === undefined && <EnableNotifications userId={viewer.id} />}
      </div>
    </Page>
  )
}

/**
 * The page’s title: of one project its own page’s, of several their turns, and the first that waits for the client. What
 * one has to pay while it is the agency’s turn is told as of several: its own title does not say so.
 */
function pageTitle(rows: readonly OrderRow[], viewer: Person, goesOn: boolean, now: number): Headline {
  const steps = rows.map((row) => ({ row, ...nextStep(row, viewer.role, inWords(now)) }))
  const waiting = steps.flatMap(({ row, turn, button }) => {
    if (!turn || !button) return []
    const project = nameAmong(row, rows)
    // While it is the agency’s turn there may be something to pay.
    if (turn.with === 'agency') return [{ project, step: button.label }]
    return [{ project, step: currentWork(row), since: sinceDay(turn.since, now) }]
  })
  const [only] = steps
  if (rows.length === 1 && only && (only.turn?.with === 'client' || waiting.length === 0)) return only
  return projectsTitle({ open: rows.length, goesOn, waiting: waiting.length, first: waiting[0] })
}
