import { lazy, Suspense, useEffect } from 'react'
import { isRouteErrorResponse, useNavigate, useRevalidator, useRouteError } from 'react-router-dom'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { Head } from './Head.tsx'
import { saveReturnPath } from './return-path.ts'
import { renewSession } from './session.ts'

const NotFound = lazy(() => import('./not-found.tsx').then(({ Component }) => ({ default: Component })))

/** Shows that a page could not be loaded or drawn: for every page, by the router. */
export function Failure() {
  const error = useRouteError()
  const status = error instanceof HttpError || isRouteErrorResponse(error) ? error.status : undefined
  if (status === 401) return <SessionEnded />
  if (status === 404) {
    return (
      <Suspense fallback={<Page />}>
        <NotFound />
      </Suspense>
    )
  }
  if (error instanceof HttpError) return <Refused error={error} />
  return <Broken />
}

/** The session ended while the page was open: to /login, and back here afterwards. */
function SessionEnded() {
  const navigate = useNavigate()
  useEffect(() => {
    saveReturnPath(location.href)
    renewSession().then(() => navigate('/login', { replace: true }))
  }, [navigate])
  return <Page />
}

/** The server refused or did not answer. When the network returns, the page asks again by itself. */
function Refused({ error }: { error: HttpError }) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    addEventListener('online', revalidate)
    return () => removeEventListener('online', revalidate)
  }, [revalidate])
  return (
    <FailurePage title={error.status === 0 ? 'Can’t connect.' : 'This page couldn’t be loaded.'} next={error.message}>
      <Button pending={state === 'loading'} onClick={() => revalidate()}>
        Try again
      </Button>
    </FailurePage>
  )
}

const offline = { title: 'Can’t connect.', next: 'You’re offline. Please reload the page when you’re connected.' }
const ours = { title: 'Something Went Wrong.', next: 'The problem is on our side. Please reload the page.' }

/** Why a script does not come: no network, a fault of our own, or a page from before the last release. */
export const whyBroken = () => (globalThis.navigator?.onLine === false ? offline : ours)

const Broken = () => (
  <FailurePage {...whyBroken()}>
    <Button onClick={() => location.reload()}>Reload the page</Button>
  </FailurePage>
)

type FailureNoteProps = { title: string; next: string; children: React.ReactNode }

const FailurePage = (props: FailureNoteProps) => (
  <Page>
    <Head title="Something Went Wrong" noindex />
    <FailureNote {...props} />
  </Page>
)

/** Says why a page, or a part of it, is not there, and what can be done. */
export const FailureNote = ({ title, next, children }: FailureNoteProps) => (
  <>
    <div role="alert">
      <PageTitle title={title} next={next} />
    </div>
    <Row>{children}</Row>
  </>
)
