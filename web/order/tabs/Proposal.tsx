import { Link } from 'react-router-dom'
import { plural } from '#domain/count.ts'
import { formatMoney } from '#domain/money.ts'
import type { Proposal as Written } from '#domain/order/fields.ts'
import type { Order } from '#domain/order/order.ts'
import { sectionsOf } from '#domain/order/proposal-text.ts'
import { isAcceptedByPayment, latestVersion, remainsValidByPayment } from '#domain/order/proposal-versions.ts'
import { isWithdrawn } from '#domain/order/row-versions.ts'
import { daysLeft, lastDay, validDays } from '#domain/order/terms.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { answerInWords, versionOf } from '#domain/words/proposal.ts'
import { Bullets } from '#web/kit/Bullets.tsx'
import { Cross, Tick } from '#web/kit/marks.tsx'
import { PageTitle, Row, TitledSection } from '#web/kit/Page.tsx'
import { day, today } from '#web/kit/time.ts'
import { useShownOrder, useShownTime } from '#web/order/context.ts'
import { Download, Downloads, pdf, proposalFiles } from '#web/order/page/Downloads.tsx'
import { Marked, Marking } from '#web/order/page/Marked.tsx'
import { RecentChange } from '#web/order/page/RecentEvents.tsx'
import { linkToMoment } from '#web/order/tabs.ts'
import { AnswerProposal } from './AnswerProposal.tsx'
import './Proposal.css'

/** Shows the agency’s proposal, and how long it holds. */
export default function Proposal() {
  const { order, viewer, controls, readOnly } = useShownOrder()
  const { proposal } = order
  const admin = viewer.role === 'admin'
  const latest = latestVersion(order)
  const isAnswerable = latest?.price !== undefined && ['open', 'declined'].includes(latest.state) && !isWithdrawn(order)
  const canAnswer = isAnswerable && !isAcceptedByPayment(order) && !admin && !readOnly && order.status === 'open'
  return (
    <>
      {proposal ? (
        <PageTitle
          title={
            <Marked select={({ proposal }) => proposal?.receiverName}>Proposal for {proposal.receiverName}.</Marked>
          }
          next={<Marked select={({ proposal }) => proposal?.date}>Dated {dayInWords(proposal.date)}.</Marked>}
          eyebrow="Business Proposal"
        />
      ) : (
        <PageTitle
          title={admin ? 'No proposal yet.' : 'Business Proposal Will Be Displayed Here After Meeting'}
          eyebrow="Business Proposal"
        />
      )}
      {proposal && <Letter proposal={proposal} />}
      {canAnswer && <AnswerProposal version={latest} />}
      <RecentChange
        types={['ProposalRevised', 'ProposalAccepted', 'ProposalDeclined', 'ProposalWithdrawn', 'ProposalExpired']}
      />
      <ProposalVersions />
      {controls && !readOnly && order.status === 'open' && <controls.TabForm tab="proposal" />}
    </>
  )
}

const Letter = ({ proposal }: { proposal: Written }) => (
  <>
    <Row className="proposal-days" bodyClass="row items-center gap-2-4">
      <ProposalStatus proposal={proposal} />
      <ProposalDownloads />
    </Row>
    <div className="proposal ink-above">
      {sectionsOf(proposal).map(({ title, lines }) => (
        <Row key={title} className="prose-line lines-py-4" margin={title}>
          <h2 className="sr">{title}</h2>
          <MarkedBullets section={title} lines={lines} />
        </Row>
      ))}
    </div>
  </>
)

/** The lines of a part of the proposal; those are marked that it does not have at the moment it is compared with. */
function MarkedBullets({ section, lines }: { section: string; lines: readonly string[] }) {
  const { compared } = useShownOrder()
  const mark = compared?.mark((order) => linesOf(order, section)?.join('\n'))
  const there = new Set(compared && linesOf(compared.other.order, section))
  return <Bullets lines={lines} show={(line) => <Marking mark={there.has(line) ? undefined : mark}>{line}</Marking>} />
}

const linesOf = ({ proposal }: Pick<Order, 'proposal'>, section: string) =>
  proposal && sectionsOf(proposal).find(({ title }) => title === section)?.lines

/** How the latest version stands: how it was answered, or how long it may be while the project is open. */
function ProposalStatus({ proposal }: { proposal: Written }) {
  const { order } = useShownOrder()
  const now = useShownTime()
  const latest = latestVersion(order)
  if (latest?.answer)
    return (
      <span className="break-anywhere">
        {latest.state === 'accepted' && <Tick />} <b>{answerInWords(latest, day)}</b>
      </span>
    )
  const isPaid = isAcceptedByPayment(order)
  if (!isPaid && order.status !== 'open') return null
  const isStillValid = remainsValidByPayment(order) && daysLeft(proposal.date, today(now)) < 0
  if (!isPaid && !isStillValid) return <DaysLeft date={proposal.date} />
  return (
    <span>
      <b>Paid.</b>{' '}
      <span className="meta">
        {isPaid
          ? 'A payment was made, so this proposal applies.'
          : 'A payment was made, so this proposal doesn’t expire. It can still be accepted.'}
      </span>
    </span>
  )
}

/** Links to the shown version, to be kept and checked: as PDF, and as the very text that its hash is of. */
function ProposalDownloads() {
  const { order } = useShownOrder()
  const latest = latestVersion(order)
  return (
    <>
      <Downloads
        subject="the proposal"
        files={proposalFiles(latest?.hash === undefined ? undefined : latest.version)}
      />
      {latest?.hash && (
        <p className="meta break-anywhere">
          {versionOf(latest.version, order.proposals.length)}. Fingerprint of its text (SHA-256): {latest.hash}
        </p>
      )}
    </>
  )
}

/** The seven days as boxes, crossed as they go. */
function DaysLeft({ date }: { date: string }) {
  const left = daysLeft(date, today(useShownTime()))
  const gone = Math.min(validDays, Math.max(0, validDays - left))
  const until = dayInWords(lastDay(date))
  return (
    <>
      <span className="days" aria-hidden="true">
        {Array.from({ length: validDays }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are alike, and stay where they are
          <i className="ink-2 relative" key={`${date} ${at}`}>
            {at < gone && <Cross />}
          </i>
        ))}
      </span>
      {left < 0 ? (
        <span>
          <b>Expired.</b> <span className="meta">It was valid until {until}.</span>
        </span>
      ) : (
        <span>
          <b>{left === 0 ? 'Last day' : plural(left, '{n} day left', '{n} days left')}</b>{' '}
          <span className="meta">Valid until {until}.</span>
        </span>
      )}
    </>
  )
}

/** Every version of the proposal, the latest first: how it was answered, and what it changed beside the one before. */
function ProposalVersions() {
  const { order, compared, isPast } = useShownOrder()
  const versions = order.proposals.map((version, at) => ({
    ...version,
    number: at + 1,
    before: order.proposals[at - 1],
  }))
  if (versions.length < 2) return null
  return (
    <TitledSection title="Versions">
      <ol>
        {versions.toReversed().map(({ number, before, revision, date, price, ...version }) => (
          <Row as="li" key={revision} className="rule-below" bodyClass="py-4 small" margin={`Version ${number}`}>
            <p className="break-anywhere">
              Dated {dayInWords(date)}
              {price === undefined ? '' : `, ${formatMoney(price)}`}. {answerInWords(version, day)}
            </p>
            {!isPast && (
              <Download subject={`version ${number} of the proposal`} file={pdf('proposal', { version: number })} />
            )}{' '}
            {before && !compared && (
              <Link className="target" to={linkToMoment(before.revision, 'proposal', revision)}>
                Show what changed in version {number}
              </Link>
            )}
          </Row>
        ))}
      </ol>
    </TitledSection>
  )
}
