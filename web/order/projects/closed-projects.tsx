import { Link, replace, useLoaderData } from 'react-router-dom'
import { call } from '#web/api.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { loadSection, type Section } from '#web/live/list.ts'
import { homeOf } from '#web/shell/guards.ts'
import { Head } from '#web/shell/Head.tsx'
import { session } from '#web/shell/session.ts'
import { ClosedProjects, closedStatuses } from './ClosedProjects.tsx'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

/** The data of the page: a client's closed projects, or that none has begun. */
type Loaded = { shows: 'projects'; sections: Section[] } | { shows: 'nothing' }

export async function loader(): Promise<Loaded> {
  const { user } = await session()
  if (user?.admin) throw replace(homeOf(user))
  const [{ isSumbmitted }, ...sections] = await Promise.all([
    call('checkSubmission'),
    ...closedStatuses.map((status) => loadSection('userOrder', status)),
  ])
  return isSumbmitted ? { shows: 'projects', sections } : { shows: 'nothing' }
}

/** Shows a client's completed and cancelled projects. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <Head title="History" noindex />
      {loaded.shows === 'projects' && <ClosedProjects sections={loaded.sections} />}
      {loaded.shows === 'nothing' && <Nothing />}
    </>
  )
}

const Nothing = () => (
  <Page>
    <PageTitle title="No projects yet." next="Answer a few questions to start one." />
    <Row>
      <Link className={buttonClass()} to="/dashboard">
        Start the questionnaire
      </Link>
    </Row>
  </Page>
)
