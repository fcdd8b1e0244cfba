import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { useAgency } from '#web/live/agency.ts'
import { Head } from '#web/shell/Head.tsx'
import { anchorOf, TermsBody, useTerms } from './TermsBody.tsx'
import '#web/kit/PageIndex.css'

export function Component() {
  const terms = useTerms()
  const { supportEmail } = useAgency()
  return (
    <Page
      index={
        <nav className="page-index terms-index" aria-label="Sections">
          <ol>
            {terms.sections.map(({ key, title }, at) => (
              <li key={key ?? `${at} ${title}`}>
                <a
                  className="flex items-baseline justify-between gap-3 ink-2 ink-on-hover no-underline"
                  href={`#${anchorOf(at)}`}
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      }
    >
      <Head
        title="Terms and Conditions"
        description="Our terms: project phases, revisions, payment, delivery, cancellation and refunds."
      />
      <PageTitle
        title="Terms and conditions."
        next="How we work, what it costs, and refunds."
        eyebrow="Terms and Conditions"
      />
      <TermsBody {...terms} />
      {supportEmail && (
        <Row bodyClass="pt-5">
          <p className="meta">
            Questions about these terms? <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </p>
        </Row>
      )}
    </Page>
  )
}
