import { Link } from 'react-router-dom'
import { formatMoney } from '#domain/money.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { answerInWords } from '#domain/words/proposal.ts'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { day } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import { Download } from '#web/order/page/Downloads.tsx'
import { linkToMoment } from '#web/order/tabs.ts'

/** Every version of the proposal, the latest first: how it was answered, and what it changed beside the one before. */
export function ProposalVersions() {
  const { order, compared } = useShownOrder()
  const versions = order.proposals.map((version, at) => ({
    ...version,
    number: at + 1,
    before: order.proposals[at - 1],
  }))
  if (versions.length < 2) return null
  return (
    <section aria-label="Versions">
      <SectionHeader title="Versions" />
      <ol>
        {versions.toReversed().map(({ number, before, revision, date, price, ...version }) => (
          <Row as="li" key={revision} className="rule-below" bodyClass="py-4 small" margin={`Version ${number}`}>
            <p className="break-anywhere">
              Dated {dayInWords(date)}
              {price === undefined ? '' : `, ${formatMoney(price)}`}. {answerInWords(version, day)}
            </p>
            {!compared && (
              <Download
                subject={`version ${number} of the proposal`}
                file={{ label: 'PDF', call: 'exportOrderPdf', document: 'proposal', version: number }}
              />
            )}{' '}
            {before && !compared && (
              <Link className="target" to={linkToMoment(before.revision, 'proposal', revision)}>
                Show what changed in version {number}
              </Link>
            )}
          </Row>
        ))}
      </ol>
    </section>
  )
}
