import { lazy, Suspense, useEffect } from 'react'
import { useNavigate, useNavigationType, useRevalidator, useRouteError } from 'react-router-dom'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { reload } from '#web/kit/LazyView.tsx'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { viewedClient } from '#web/view-as.ts'
import { saveReturnPath } from './guards.ts'
import { Head } from './Head.tsx'
import { renewSession } from './session.ts'

const NotFound = lazy(() => import('./not-found.tsx').then(({ Component }) => ({ default: Component })))

/** Shows that a page could not be loaded or drawn: for every page, by the router. */
export function Failure() {
  const error = useRouteError()
  const status = (error as { status?: number } | undefined)?.status
  if (status === 401) return <SessionEnded />
  if (status === 404) {
    return (
      <Suspense fallback={<Page />}>
        <NotFound />
      </Suspense>
    )
  }
  return <Unloaded error={error} />
}

/** The session ended while the page was open: to /login, and back here afterwards. */
function SessionEnded() {
  const navigate = useNavigate()
  useEffect(() => {
    saveReturnPath(location.href)
    // Not below the address of a client's pages, as which an admin looks at them.
    const toLogin = () =>
      viewedClient === undefined ? navigate('/login', { replace: true }) : location.replace('/login')
    renewSession().then(toLogin)
  }, [navigate])
  return <Page />
}

const offline = { title: 'Can’t connect.', next: 'You’re offline.' }
const ours = { title: 'Something Went Wrong.', next: 'Please try again.' }

/** Why a script does not come: no network, a fault of our own, or a page from before the last release. */
export const whyBroken = () => (globalThis.navigator?.onLine === false ? offline : ours)

/**
 * The server refused or did not answer, or the page’s script did not come. When the network returns, it is requested again.
 * Router and browser remember that a script did not come, so that only another document has it.
 */
function Unloaded({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator()
  const way = useNavigationType()
  const refused = error instanceof HttpError && error
  const again = refused ? revalidate : reload
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each visit
  useEffect(() => {
    // A document that begins with this would do so again.
    if (!refused && way !== 'POP') reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again, error])
  const why = refused
    ? { title: refused.status === 0 ? 'Can’t connect.' : 'This page couldn’t be loaded.', next: refused.message }
    : whyBroken()
  return (
    <Page>
      <Head title="Something Went Wrong" noindex />
      <FailureNote {...why}>
        <Button pending={state === 'loading'} onClick={() => again()}>
          Try again
        </Button>
      </FailureNote>
    </Page>
  )
}

type FailureNoteProps = { title: string; next: string; children: React.ReactNode }

/** Says why a page, or a part of it, is not there, and what can be done. */
export const FailureNote = ({ title, next, children }: FailureNoteProps) => (
  <>
    <div role="alert">
      <PageTitle title={title} next={next} />
    </div>
    <Row>{children}</Row>
  </>
)
