import { useEffect } from 'react'
import { deliverables } from '#domain/order/terms.ts'
import { type TermsSection, termsPage } from '#domain/settings/terms.ts'
import { Bullets } from '#web/kit/Bullets.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { useSetting } from '#web/live/setting.ts'
import { liveTerms } from '#web/live/settings.ts'
import { mayHaveSession } from '#web/site-data.ts'
import { Refunds } from './Refunds.tsx'
import './TermsBody.css'

const handover: TermsSection = { title: 'Deliverables', lines: [...deliverables] }

/**
 * The terms with what the agency wrote around them, which a visitor's page came with; any other asks for it, and may not
 * be answered.
 */
export function useTerms() {
  const texts = useSetting(liveTerms)?.state
  useEffect(() => {
    if (mayHaveSession()) void liveTerms.refresh().catch(() => {})
  }, [])
  const { sections, ...around } = termsPage(texts ?? {})
  return { ...around, sections: [...sections, handover] }
}

/** The terms of client and agency, section by section. */
export const TermsBody = ({ introduction, sections, closing }: ReturnType<typeof useTerms>) => (
  <>
    {introduction && <Prose text={introduction} />}
    {sections.map(({ key, title, lines, text }, at) => (
      <section key={key ?? `${at} ${title}`} id={anchorOf(at)} aria-label={title}>
        <SectionHeader title={title} margin={<span aria-hidden="true">{at + 1}</span>} />
        {lines.length > 0 && (
          <Row className="prose-line lines-py-4">
            <Bullets lines={lines} />
          </Row>
        )}
        {key === 'cancellation' && <Refunds />}
        {text && <Prose text={text} />}
      </section>
    ))}
    {closing && <Prose text={closing} />}
  </>
)

/** Where a section stands on its page. */
export const anchorOf = (at: number): string => `section-${at + 1}`

/** The agency’s text, in its own lines. */
const Prose = ({ text }: { text: string }) => (
  <Row className="terms-prose" bodyClass="pre-line py-4 break-anywhere">
    <p>{text}</p>
  </Row>
)
