import { type CSSProperties, useEffect } from 'react'
import { retainedPercent } from '#domain/order/invoice.ts'
import { deliverables } from '#domain/order/terms.ts'
import { type TermsSection, termsPage } from '#domain/settings/terms.ts'
import type { Phase } from '#domain/step.ts'
import { Bullets } from '#web/kit/Bullets.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { liveTerms, useSetting } from '#web/live/settings.ts'
import { mayHaveSession } from '#web/site-data.ts'
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

const when: Record<Phase, string> = {
  'landing page': 'You do not approve the landing page',
  'full design': 'You cancel after full design has started',
  development: 'You cancel during development',
  handover: 'You cancel after development',
}

/** The kept and refunded shares, phase by phase, as a staircase: the kept part is ruled, the refund hatched. */
const Refunds = () => (
  <Row>
    <dl className="refunds grid rule-below">
      {(Object.keys(when) as Phase[]).map((phase) => {
        const retained = retainedPercent[phase]
        return (
          <div className="flex" key={phase}>
            <dt>
              {phase}
              <small className="block mt-1 sans-2-14 ink-2">{when[phase]}</small>
            </dt>
            <dd className="relative" style={{ '--kept': `${retained}%` } as CSSProperties}>
              {retained < 100 && <span className="is-back absolute green on-paper">{100 - retained}% refunded</span>}
              <span className="is-kept absolute on-paper">{retained}% kept</span>
            </dd>
          </div>
        )
      })}
    </dl>
  </Row>
)
