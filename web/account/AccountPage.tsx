import type { ReactNode } from 'react'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
import { useAgency } from '#web/live/agency.ts'
import { Head, type HeadProps } from '#web/shell/Head.tsx'
import './account.css'

type AccountPageProps = {
  head: HeadProps
  /** The sentence above: what the page is for, and the next step. */
  title: string
  next?: ReactNode
  /** Small, above the sentence. */
  eyebrow?: string
  children: ReactNode
}

/** A page on the way into an account, or of a link that a mail has: a sentence, and below it one form or answer. */
export const AccountPage = ({ head, title, next, eyebrow, children }: AccountPageProps) => (
  <Page>
    <Head {...head} />
    <PageTitle title={title} next={next} eyebrow={eyebrow} />
    <noscript>
      <WithoutScripts />
    </noscript>
    <Row className="account pt-6 ink-above" bodyClass="grid gap-5">
      {children}
    </Row>
  </Page>
)

/** Says to those whose browser runs no scripts what the form needs, and whom else to write to. */
function WithoutScripts() {
  const { supportEmail } = useAgency()
  return (
    <Row>
      <p>This form needs JavaScript. Please turn it on in your browser.</p>
      {supportEmail && (
        <p>
          Or email us: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </p>
      )}
    </Row>
  )
}
