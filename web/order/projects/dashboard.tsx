import { Link, type LoaderFunctionArgs, replace, useLoaderData } from 'react-router-dom'
import type { SavedDraft } from '#domain/contract/onboarding.ts'
import type { Question } from '#domain/questionnaire/question.ts'
import { call } from '#web/api.ts'
import { Page, PageTitle } from '#web/kit/Page.tsx'
import { useNavigateUnlessLeft } from '#web/kit/unless-left.tsx'
import { loadZod } from '#web/lazy-zod.ts'
import { loadSection, type Section, useFirstOrder } from '#web/live/list.ts'
import { loadSavedDraft } from '#web/questionnaire/onboarding/live-draft.ts'
import { Questionnaire } from '#web/questionnaire/onboarding/Questionnaire.tsx'
import { homeOf } from '#web/shell/guards.ts'
import { Head } from '#web/shell/Head.tsx'
import { session, useViewer } from '#web/shell/session.ts'
import { viewedClient } from '#web/view-as.ts'
import { Projects } from './Projects.tsx'

/** What the page shows: the questionnaire, the client's projects, or to an admin who views as them that it is unanswered. */
type Loaded =
  | { shows: 'questions'; questions: Question[]; another: boolean; saved: SavedDraft | undefined }
  | { shows: 'projects'; open: Section }
  | { shows: 'unanswered' }

export async function loader({ request: { url } }: LoaderFunctionArgs): Promise<Loaded> {
  const { user } = await session()
  if (user?.admin) throw replace(homeOf(user))
  const { isSumbmitted } = await call('checkSubmission')
  if (viewedClient !== undefined && !isSumbmitted) return { shows: 'unanswered' }
  if (isSumbmitted && (viewedClient !== undefined || !new URL(url).searchParams.has('another'))) {
    return { shows: 'projects', open: await loadSection('open') }
  }
  const requested = call('getQuestions')
  const checksLoaded = loadZod().catch(() => {
    throw Error() // only another document has them (shell/Failure.tsx)
  })
  const [{ data }, saved] = await Promise.all([requested, loadSavedDraft(), checksLoaded])
  return { shows: 'questions', questions: JSON.parse(data[0].questions), another: isSumbmitted, saved }
}

/** Shown to an admin who views as a client, in the place of the questionnaire: its draft is the client's own. */
function Unanswered() {
  useFirstOrder()
  return (
    <Page>
      <PageTitle title="The client sees the questionnaire here." next="They haven’t sent their answers yet." />
    </Page>
  )
}

/** What the questions are for: the client's first project, or another one. */
const QuestionsTitle = ({ another }: { another: boolean }) =>
  another ? (
    <PageTitle
      title="Start another project."
      next="Please answer the questions again for this one."
      eyebrow={
        <Link className="inline-block py-3 my-minus-3" to="/dashboard">
          Back to your projects
        </Link>
      }
    />
  ) : (
    <PageTitle title="Tell us about your business." next="Your answers start your project." />
  )

/** A client's desk: the questionnaire first, then what is going on. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const viewer = useViewer()
  const navigate = useNavigateUnlessLeft()
  return (
    <>
      <Head noindex />
      {loaded.shows === 'questions' && (
        <Page>
          <QuestionsTitle another={loaded.another} />
          <Questionnaire
            questions={loaded.questions}
            saved={loaded.saved}
            userId={viewer.id}
            onDone={() => navigate('/dashboard', { replace: true })}
          />
        </Page>
      )}
      {loaded.shows === 'projects' && <Projects open={loaded.open} />}
      {loaded.shows === 'unanswered' && <Unanswered />}
    </>
  )
}
