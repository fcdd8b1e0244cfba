import { useEffect } from 'react'
import { deliverables } from '#domain/order/terms.ts'
import { termsPage } from '#domain/settings/terms.ts'
import { PageTitle, Row, SectionHeader } from '#web/kit/Page.tsx'
import { useSetting } from '#web/live/setting.ts'
import { liveTerms } from '#web/live/settings.ts'
import { Bullets } from './Bullets.tsx'
import './Terms.css'

/** What client and agency agree on. What the agency wrote around it comes after the page, and may not come at all. */
export default function Terms() {
  const texts = useSetting(liveTerms)?.state
  useEffect(() => void liveTerms.refresh().catch(() => {}), [])
  const { introduction, sections, closing } = termsPage(texts ?? {})
  return (
    <>
      <PageTitle title="What we promise," next="and what we ask." eyebrow="Terms & Conditions" />
      {introduction && <Prose text={introduction} />}
      {sections.map(({ key, title, lines, text }, at) => (
        <section key={key ?? at} aria-label={title}>
          <SectionHeader title={title} />
          {lines.length > 0 && (
            <Row className="prose-line">
              <Bullets lines={lines} />
            </Row>
          )}
          {text && <Prose text={text} />}
        </section>
      ))}
      <section aria-label="What you get">
        <SectionHeader title="What you get" />
        <Row className="prose-line">
          <Bullets lines={deliverables} />
        </Row>
      </section>
      {closing && <Prose text={closing} />}
    </>
  )
}

/** What the agency wrote, in its own lines. */
const Prose = ({ text }: { text: string }) => (
  <Row className="terms-prose">
    <p>{text}</p>
  </Row>
)
