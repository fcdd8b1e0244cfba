import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { homeOf } from '#web/shell/guards.ts'
import { Head } from '#web/shell/Head.tsx'
import { useSession } from '#web/shell/session.ts'
import { TestContainer } from './funnel/TestContainer.tsx'
import './home.css'

export const Component = () => (
  <main id="main" tabIndex={-1}>
    <Head />
    <div className="home">
      <header className="home-head">
        <h1>
          <span>
            Websites{' '}
            <del>
              generated
              <svg viewBox="0 0 400 60" preserveAspectRatio="none" aria-hidden="true">
                <path d="M3 38C58 27 118 33 176 27S300 24 397 17M9 47C92 36 178 42 262 34S352 32 392 27" />
              </svg>
            </del>
          </span>{' '}
          <ins>
            <svg viewBox="0 0 40 44" aria-hidden="true">
              <path d="M4 41C11 29 16 16 20 3 25 17 30 29 37 40" />
            </svg>
            written by&nbsp;hand.
          </ins>
        </h1>
        <div className="home-intro">
          <p>
            We write each website line by line, with a dashboard behind it for the owner, and you can watch every line
            go in.
          </p>
          <div className="home-acts">
            <Suspense>
              <Door />
            </Suspense>
          </div>
        </div>
      </header>
      <dl className="home-what">
        <div>
          <dt>Websites</dt>
          <dd>Designed for one business and written from a blank file.</dd>
        </div>
        <div>
          <dt>Dashboards</dt>
          <dd>A room behind the shop, built around what its owner does at nine in the morning.</dd>
        </div>
        <div>
          <dt>An open book</dt>
          <dd>
            Every order is a ledger you can read at any hour. A step is finished when somebody signs its line, and you
            see it signed.
          </dd>
        </div>
      </dl>
    </div>
    <TestContainer />
  </main>
)

/** The way in: to one's own pages, or to an account. */
function Door() {
  const { user } = useSession()
  if (user) {
    return (
      <Link className={buttonClass()} to={homeOf(user)}>
        {user.admin ? 'Open the orders' : 'Open your dashboard'}
      </Link>
    )
  }
  return (
    <>
      <Link className={buttonClass()} to="/register">
        Register
      </Link>
      <Link className={buttonClass('line')} to="/login">
        Login
      </Link>
    </>
  )
}

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'
