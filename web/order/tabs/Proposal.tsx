import { plural } from '#domain/count.ts'
import type { Proposal as Written } from '#domain/order/fields.ts'
import { isPaidFor } from '#domain/order/payment-steps.ts'
import { bullets } from '#domain/order/proposal-sections.ts'
import { deliverables, proposalTerms } from '#domain/order/terms.ts'
import { daysLeft, lastDay, validFor } from '#domain/order/validity.ts'
import { Bullets } from '#web/kit/Bullets.tsx'
import { Cross } from '#web/kit/marks.tsx'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { dayOf, today } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'
import { Downloads, proposalFiles } from '#web/order/page/Downloads.tsx'
import { Marked, Marking } from '#web/order/page/Marked.tsx'
import { RecentChange } from './RecentChange.tsx'
import './Proposal.css'

/** What the agency proposes, and how long that holds. */
export default function Proposal() {
  const { order, viewer, controls, readOnly } = useShownOrder()
  const { proposal } = order
  const admin = viewer.role === 'admin'
  return (
    <>
      {proposal ? (
        <PageTitle
          title={<Marked of={({ proposal }) => proposal?.receiverName}>Proposal for {proposal.receiverName}.</Marked>}
          next={<Marked of={({ proposal }) => proposal?.date}>Dated {dayOf(proposal.date)}.</Marked>}
          eyebrow="Business Proposal"
        />
      ) : (
        <PageTitle
          title={admin ? 'No proposal yet.' : 'Business Proposal Will Be Displayed Here After Meeting'}
          eyebrow="Business Proposal"
        />
      )}
      {proposal && <Letter proposal={proposal} />}
      <RecentChange of={['ProposalRevised']} />
      {controls && !readOnly && order.status === 'open' && <controls.TabForm of="proposal" />}
    </>
  )
}

const Letter = ({ proposal }: { proposal: Written }) => (
  <>
    <Row className="proposal-days" bodyClass="row items-center gap-2-4">
      <Validity date={proposal.date} />
      <Downloads of="the proposal" files={proposalFiles} />
    </Row>
    <div className="proposal ink-above">
      <Row className="prose-line lines-py-4" margin="Problem">
        <h2 className="sr">Problem</h2>
        <MarkedBullets proposal={proposal} of="problem" />
      </Row>
      <Row className="prose-line lines-py-4" margin="Goals">
        <h2 className="sr">Goals</h2>
        <MarkedBullets proposal={proposal} of="goals" />
      </Row>
      <Row className="prose-line lines-py-4" margin="Solution">
        <h2 className="sr">Solution</h2>
        <MarkedBullets proposal={proposal} of="solution" />
      </Row>
      <Row className="prose-line lines-py-4" margin="Deliverables">
        <h2 className="sr">Deliverables</h2>
        <Bullets lines={deliverables} />
      </Row>
      <Row className="prose-line lines-py-4" margin="Terms">
        <h2 className="sr">Terms</h2>
        <Bullets lines={proposalTerms} />
      </Row>
    </div>
  </>
)

/** The lines of a text of the proposal; those are marked that it does not have at the moment it is compared with. */
function MarkedBullets({ proposal, of }: { proposal: Written; of: 'problem' | 'goals' | 'solution' }) {
  const { compared } = useShownOrder()
  const mark = compared?.mark((order) => order.proposal?.[of])
  const there = new Set(bullets(compared?.other.order.proposal?.[of] ?? ''))
  return (
    <Bullets
      lines={bullets(proposal[of])}
      show={(line) => <Marking mark={there.has(line) ? undefined : mark}>{line}</Marking>}
    />
  )
}

/** How long the proposal may be accepted; once that is over, whether it was. */
function Validity({ date }: { date: string }) {
  const { order } = useShownOrder()
  if (daysLeft(date, today()) >= 0 || !isPaidFor(order)) return <DaysLeft date={date} />
  return (
    <span>
      <b>Accepted.</b> <span className="meta">A payment was made.</span>
    </span>
  )
}

/** The seven days as boxes, crossed as they go. */
function DaysLeft({ date }: { date: string }) {
  const left = daysLeft(date, today())
  const gone = Math.min(validFor, Math.max(0, validFor - left))
  const until = dayOf(lastDay(date))
  return (
    <>
      <span className="days" aria-hidden="true">
        {Array.from({ length: validFor }, (_, at) => (
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
