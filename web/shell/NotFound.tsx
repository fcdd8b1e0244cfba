import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { Page, Row } from '#web/kit/Page.tsx'
import { useHydrated } from '#web/kit/useHydrated.ts'
import { useAgency } from '#web/live/agency.ts'
import { Head } from '#web/shell/Head.tsx'
import { nearestPage } from './nearest-page.ts'
import './NotFound.css'

/** No such page, or nothing by that name: the line that is open, among those that are written. */
export function Component() {
  const { pathname } = useLocation()
  // The HTML is one for all paths: what a script adds to it comes last, so that nothing moves.
  const requested = useHydrated() ? pathname : undefined
  const meant = requested && nearestPage(requested)
  const { supportEmail } = useAgency()
  return (
    <Page>
      <Head title="Page Not Found" noindex />
      <div className="lost">
        <ul>
          <Way number={401} to="/login" says="For clients: follow your project.">
            Login
          </Way>
          <Way number={402} to="/#test-container" says="5 questions, about 2 minutes.">
            Fit test and prices
          </Way>
          <Way number={403} to="/terms-and-conditions" says="Revisions, cancellation and refunds.">
            Terms and conditions
          </Way>
        </ul>
        <Row className="lost-line" margin="404">
          <h1 className="relative">Error Page Not Found</h1>
          <p className="mt-5 break-anywhere">
            This page doesn’t exist. The link may be wrong or out of date.
            {requested && (
              <>
                {' '}
                You tried to open <code>{requested}</code>.
              </>
            )}
          </p>
          <div className="row gap-3 pt-5">
            <Link className={buttonClass()} to="/">
              Go to the home page
            </Link>
            {meant && (
              <Link className={buttonClass('line')} to={meant.path}>
                Did you mean {meant.name}?
              </Link>
            )}
          </div>
        </Row>
        <ul>
          <Way number={405} to="/#work" says="6 client projects.">
            Work
          </Way>
          <Way number={406} to="/" says="Who we are and what we do.">
            Home
          </Way>
        </ul>
        {supportEmail && (
          <Row className="pt-4">
            <p className="meta">
              Did one of our links bring you here? Please tell us: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </p>
          </Row>
        )}
      </div>
    </Page>
  )
}

type WayProps = { number: number; to: string; says: string; children: ReactNode }

/** A line that is written: where one may go instead. */
const Way = ({ number, to, says, children }: WayProps) => (
  <Row as="li" className="lost-way" bodyClass="grid items-baseline" margin={<span aria-hidden="true">{number}</span>}>
    <Link to={to}>{children}</Link>
    <span>{says}</span>
  </Row>
)
