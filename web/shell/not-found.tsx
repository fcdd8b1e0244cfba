import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { buttonClass } from '#web/kit/Button.tsx'
import { Page, Row } from '#web/kit/Page.tsx'
import { useHydrated } from '#web/kit/useHydrated.ts'
import { useAgency } from '#web/live/agency.ts'
import { Head } from '#web/shell/Head.tsx'
import { publishedIds } from '#web/site-data.ts'
import { nearestPage } from './nearest-page.ts'
import './not-found.css'

/** The page for an address that has none, as an open line among links to the other pages. */
export function Component() {
  const { pathname } = useLocation()
  // The HTML is one for all paths: what a script adds to it has its place, so that nothing moves.
  const requested = useHydrated() ? pathname : undefined
  const published = publishedIds()
  const meant = requested && nearestPage(requested, published)
  const { supportEmail } = useAgency()
  return (
    <Page>
      <Head title="Page Not Found" noindex />
      <div className="lost">
        <ul className="rule-above">
          <PageLink number={401} to="/login" description="For clients: follow your project.">
            Login
          </PageLink>
          <PageLink number={402} to="/#test-container" description="5 questions, about 2 minutes.">
            Fit test and prices
          </PageLink>
          <PageLink number={403} to="/terms-and-conditions" description="Revisions, cancellation and refunds.">
            Terms and conditions
          </PageLink>
        </ul>
        <Row className="lost-line ink-around-y" margin="404">
          <h1 className="relative">Error Page Not Found</h1>
          <p className="mt-5">This page doesn’t exist. The link may be wrong or out of date.</p>
          <p className="break-anywhere">
            {requested ? (
              <>
                You tried to open <code dir="auto">{readable(requested)}</code>.
              </>
            ) : (
              '\u00a0'
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
          {published?.length !== 0 && (
            <PageLink number={405} to="/#work" description="Our client projects.">
              Work
            </PageLink>
          )}
          <PageLink number={406} to="/" description="Who we are and what we do.">
            Home
          </PageLink>
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

/** A path as people write it: addresses have other letters than Latin as percent signs and digits. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

type PageLinkProps = { number: number; to: string; description: string; children: ReactNode }

/** A link to another page, with what is there. */
const PageLink = ({ number, to, description, children }: PageLinkProps) => (
  <Row
    as="li"
    className="lost-way rule-below"
    bodyClass="grid items-baseline"
    margin={<span aria-hidden="true">{number}</span>}
  >
    <Link to={to}>{children}</Link>
    <span className="text-3 ink-2">{description}</span>
  </Row>
)
