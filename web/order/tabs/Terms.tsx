import { PageTitle } from '#web/kit/Page.tsx'
import { TermsBody, useTerms } from '#web/site/terms/TermsBody.tsx'

/** The terms of client and agency, beside the order they hold for. */
export default function Terms() {
  const terms = useTerms()
  return (
    <>
      <PageTitle
        title="Terms and conditions."
        next="How we work, what it costs, and refunds."
        eyebrow="Terms & Conditions"
      />
      <TermsBody {...terms} />
    </>
  )
}
