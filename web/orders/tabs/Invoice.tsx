import { formatMoney } from '#domain/money.ts'
import { invoiceOf, invoiceTitle, isInvoiced, refundIfCancelled } from '#domain/order/invoice.ts'
import type { Order } from '#domain/order/order.ts'
import { phaseOf } from '#domain/order/phase.ts'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { ReviseInvoice } from '../../admin/order/ReviseInvoice.tsx'
import { useShownOrder } from '../context.ts'
import { Downloads, invoiceFiles } from '../Downloads.tsx'
import { CancellationRefund } from './CancellationRefund.tsx'
import { RecentChange } from './RecentChange.tsx'
import { RefundMeter } from './RefundMeter.tsx'
import './Invoice.css'

/** What the project costs, what is paid, and what would come back. */
export default function Invoice() {
  const { order, viewer, readOnly } = useShownOrder()
  const admin = viewer.role === 'admin'
  const isWritten = isInvoiced(order.invoice)
  const { title: is, next } = invoiceTitle(order.invoice)
  return (
    <>
      {isWritten ? (
        <PageTitle title={is} next={next} eyebrow="Invoice" />
      ) : (
        <PageTitle
          title={admin ? 'Nothing is invoiced yet.' : 'Invoice Will Appear After Meeting.'}
          eyebrow="Invoice"
        />
      )}
      {isWritten && (
        <Row>
          <Downloads of="the invoice" files={invoiceFiles} />
        </Row>
      )}
      {isWritten && <Account order={order} admin={admin} />}
      <RecentChange of={['InvoiceRevised']} />
      {isWritten && order.status === 'open' && <CancellationRefund order={order} />}
      {admin && !readOnly && order.status === 'open' && <ReviseInvoice />}
    </>
  )
}

function Account({ order, admin }: { order: Order; admin: boolean }) {
  const { paid, actual, revisions } = order.invoice
  const invoice = invoiceOf(order.invoice)
  const phase = phaseOf(order.steps)
  const back = order.status === 'open' && phase ? refundIfCancelled(order.invoice, phase) : undefined
  return (
    <>
      <Row>
        <dl className="sums">
          <div>
            <dt>Paid</dt>
            <dd className="is-paid">{formatMoney(paid)}</dd>
          </div>
          <div>
            <dt>{invoice.refund < 0 ? 'Balance due' : 'Still to come'}</dt>
            <dd>{formatMoney(Math.max(0, -invoice.refund))}</dd>
          </div>
          {back !== undefined && (
            <div>
              <dt>If {admin ? 'the client' : 'you'} cancelled today</dt>
              <dd>{formatMoney(back)}</dd>
              <dd>would {admin ? 'go back to the client' : 'come back to you'}</dd>
              <dd>Reckoned with: {phase}</dd>
            </div>
          )}
        </dl>
      </Row>
      {actual > 0 && (
        <Row>
          <RefundMeter paid={paid} actual={actual} phase={phase} back={back ?? 0} />
        </Row>
      )}
      <Row className="account-line">
        <table className="reckoning">
          <caption className="sr">Invoice, amounts in rupees</caption>
          <thead>
            <tr>
              <th scope="col">Work</th>
              <th scope="col" className="amount is-share">
                Share
              </th>
              <th scope="col" className="amount">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            <AmountRow what="Landing Page Design" share="20 %" amount={invoice.landingPageDesign} />
            <AmountRow
              what="Complete Design"
              share="50 %"
              amount={invoice.completeDesign}
              note="The landing page within it."
            />
            <AmountRow what="Development" share="100 %" amount={invoice.development} note="The designs within it." />
            <AmountRow
              what="Paid Revisions"
              share="2 % each"
              amount={invoice.paidRevision}
              note="Two rounds are free in each design phase. This is the price of the next one beyond."
            />
            <AmountRow
              what="Total Paid Revisions"
              share={`${revisions} ×`}
              amount={invoice.totalPaidRevisions}
              note={revisions === 0 ? 'None so far.' : undefined}
            />
          </tbody>
          <tfoot>
            <tr className="is-total">
              <th scope="row">Price of the project</th>
              <td className="is-share" />
              <td className="amount">{formatMoney(actual + invoice.totalPaidRevisions)}</td>
            </tr>
            <tr className="is-paid">
              <th scope="row">Received</th>
              <td className="is-share" />
              <td className="amount">{formatMoney(paid)}</td>
            </tr>
            <Balance amount={invoice.refund} of="with paid revisions" />
            <Balance amount={invoice.extraRefund} of="without paid revisions" />
          </tfoot>
        </table>
      </Row>
    </>
  )
}

type AmountRowProps = { what: string; share: string; amount: number; note?: string | undefined }

const AmountRow = ({ what, share, amount, note }: AmountRowProps) => (
  <tr>
    <th scope="row" className="what">
      {what}
      <small className="share-here">{share}</small>
      {note && <small>{note}</small>}
    </th>
    <td className="amount is-share">{share}</td>
    <td className="amount">{formatMoney(amount)}</td>
  </tr>
)

/** What would come back when everything was done; below nothing it is a balance due. */
const Balance = ({ amount, of }: { amount: number; of: string }) => (
  <tr>
    <th scope="row">
      {amount < 0 ? 'Balance due' : 'Refund'} <span className="meta">{of}</span>
    </th>
    <td className="is-share" />
    <td className="amount">{formatMoney(Math.abs(amount))}</td>
  </tr>
)
