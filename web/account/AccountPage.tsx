import type { ReactNode } from 'react'
import { Page, PageTitle, Row } from '#web/kit/Page.tsx'
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
    <Row className="account">{children}</Row>
  </Page>
)
