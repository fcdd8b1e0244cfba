import { Link, replace, useLoaderData } from 'react-router-dom'
import type { OrderStatus } from '#domain/order/fields.ts'
import { closedTitle } from '#domain/words/client-titles.ts'
import { call } from '#web/api.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { Page, PageTitle, Row, TitledSection } from '#web/kit/Page.tsx'
import { useListsMade, whileMade } from '#web/lists-made.ts'
import { ConnectionStatus, OfflineRow } from '#web/live/ConnectionStatus.tsx'
import { loadSection, type Section, useFirstOrder, useRows } from '#web/live/list.ts'
import { lastAt } from '#web/live/rows.ts'
import { homeOf } from '#web/shell/guards.ts'
import { Head } from '#web/shell/Head.tsx'
import { session, useViewer } from '#web/shell/session.ts'
import { ProjectList } from './ProjectList.tsx'

/** The data of the page: a client's closed projects, or that none has begun. */
type Loaded = { shows: 'projects'; sections: Section[] } | { shows: 'nothing' }

export async function loader(): Promise<Loaded> {
  const { user } = await session()
  if (user?.admin) throw replace(homeOf(user))
  const [{ isSumbmitted }, ...sections] = await Promise.all([
    call('checkSubmission'),
    ...closedStatuses.map((status) => loadSection(status)),
  ])
  return isSumbmitted ? { shows: 'projects', sections } : { shows: 'nothing' }
}

/** Shows a client's completed and cancelled projects. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <Head noindex />
      {loaded.shows === 'projects' && <ClosedProjects sections={loaded.sections} />}
      {loaded.shows === 'nothing' && <Nothing />}
    </>
  )
}

function Nothing() {
  useFirstOrder()
  return (
    <Page>
      <PageTitle title="No projects yet." next="Answer a few questions to start one." />
      <Row>
        <Link className={buttonClass()} to="/dashboard">
          Start the questionnaire
        </Link>
      </Row>
    </Page>
  )
}

/** The statuses of closed orders, in the order they are shown. */
const closedStatuses = ['cancelled', 'completed'] as const satisfies readonly OrderStatus[]

const words = {
  cancelled: { title: 'Cancelled Project', empty: 'No Cancelled Orders Found' },
  completed: { title: 'Completed Project', empty: 'No Completed Orders Found' },
}

/** A client's closed projects, followed live: one that is reopened goes back to the dashboard. */
function ClosedProjects({ sections }: { sections: readonly Section[] }) {
  const { rowsIn, hasMore, more, recent } = useRows(sections)
  const viewer = useViewer()
  const made = useListsMade()
  const shown = closedStatuses.map((status) => ({ status, rows: rowsIn(status), goesOn: hasMore(status) }))
  const [cancelled, completed] = shown.map(({ rows }) => rows.length) as [number, number]
  return (
    <Page>
      <ConnectionStatus last={lastAt(shown.flatMap(({ rows }) => rows))} />
      <PageTitle
        {...(made < 100
          ? whileMade(made)
          : closedTitle(
              completed,
              cancelled,
              shown.some(({ goesOn }) => goesOn),
            ))}
      />
      <OfflineRow />
      {shown.map(({ status, rows, goesOn }) => (
        <TitledSection key={status} title={words[status].title}>
          <ProjectList
            label={words[status].title}
            rows={rows}
            empty={words[status].empty}
            recent={recent}
            viewer={viewer}
            onMore={goesOn ? () => more(status) : undefined}
          />
        </TitledSection>
      ))}
    </Page>
  )
}
