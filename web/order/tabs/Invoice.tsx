import { formatMoney } from '#domain/money.ts'
import { beyondPrice, payableNow } from '#domain/order/instalments.ts'
import { invoiceOf, isInvoiced } from '#domain/order/invoice.ts'
import { shownInvoice } from '#domain/order/issued.ts'
import type { Order } from '#domain/order/order.ts'
import { reportedSum } from '#domain/order/payments.ts'
import { phaseOf } from '#domain/order/phase.ts'
import { stillToPay } from '#domain/order/worklist.ts'
import {
  balanceRow,
  cancellationClause,
  cancellationRefund,
  type InvoiceRow,
  invoiceRows,
} from '#domain/words/invoice-rows.ts'
import { beyondInWords, issuedTitle } from '#domain/words/issued-words.ts'
import { invoiceTitle } from '#domain/words/order-titles.ts'
import { reportedInWords } from '#domain/words/payment-titles.ts'
import { PageTitle, Row } from '#web/kit/Page.tsx'
import { inWords } from '#web/kit/time.ts'
import { useShownOrder, useShownTime } from '#web/order/context.ts'
import { Downloads, pdf } from '#web/order/page/Downloads.tsx'
import { Marked } from '#web/order/page/Marked.tsx'
import { RecentChange } from '#web/order/page/RecentEvents.tsx'
import { BillingDetails } from './BillingDetails.tsx'
import { IssuedDocuments, PayDue } from './IssuedDocuments.tsx'
import { CancellationRefund, RefundMeter } from './Refund.tsx'
import './Invoice.css'
import './MoneyTable.css'

/** Shows the project’s cost, the payments, and the refund. */
export default function Invoice() {
  const { order, controls, readOnly } = useShownOrder()
  const isWritten = isInvoiced(order.invoice)
  const beyond = beyondPrice(order)
  const isIssued = order.documents.length > 0
  const isOpen = order.status === 'open'
  return (
    <>
      {isIssued ? <IssuedDocuments title={<Title />} /> : <Title />}
      {controls && !readOnly && order.clientErased === undefined && beyond > 0 && (
        <Row className="no-print">
          <p>{beyondInWords(beyond, 'admin', order.status)}</p>
        </Row>
      )}
      {isWritten && !isIssued && (
        <Row>
          <PayDue />
          <Downloads subject="the invoice" files={[pdf('invoice')]} />
        </Row>
      )}
      {isWritten && !isIssued && <PriceTable />}
      {isIssued && (
        <details className="stages">
          <summary className="pointer target">
            <Row>Price by stage</Row>
          </summary>
          <PriceTable />
        </details>
      )}
      <RecentChange types={['InvoiceRevised', 'InvoiceIssued', 'CreditNoteIssued']} />
      {isWritten && isOpen && <CancellationRefund />}
      {isWritten && isOpen && !readOnly && <BillingDetails />}
      {controls && !readOnly && isOpen && <controls.TabForm tab="invoice" />}
    </>
  )
}

function Title() {
  const { order, viewer } = useShownOrder()
  const words = inWords(useShownTime())
  const { documents, invoice } = order
  const latest = shownInvoice(documents)
  if (latest) {
    const reported = reportedSum(order.payments)
    const money = { due: payableNow(order), reported, beyond: beyondPrice(order) }
    const { title, next } = issuedTitle({ order, ...money, viewer: viewer.role }, words)
    return <PageTitle title={title} next={next} eyebrow={`Invoice ${latest.number}`} />
  }
  if (!isInvoiced(invoice))
    return (
      <PageTitle
        title={viewer.role === 'admin' ? 'No invoice yet.' : 'Invoice Will Appear After Meeting.'}
        eyebrow="Invoice"
      />
    )
  const { title, next } = invoiceTitle(order)
  return <PageTitle title={title} next={next} eyebrow="Invoice" />
}

function PriceTable() {
  const { order, viewer, isPast } = useShownOrder()
  const { paid, actual } = order.invoice
  const phase = phaseOf(order.steps)
  const back = cancellationRefund(order)
  const reported = reportedInWords(order)
  return (
    <>
      <Row>
        <dl className="sums">
          <div>
            <dt>Paid</dt>
            <dd className="green">
              <Money select={({ invoice }) => invoice.paid} />
            </dd>
          </div>
          <div>
            <dt>Still to pay</dt>
            <dd>
              <Money select={stillToPay} />
            </dd>
            {reported && <dd>{reported}</dd>}
          </div>
          {back !== undefined && (
            <div>
              <dt>
                {order.status === 'cancelled'
                  ? 'Refund for the cancellation'
                  : `Refund if ${cancellationClause(viewer.role, isPast)}`}
              </dt>
              <dd>
                <Money select={(order) => cancellationRefund(order) ?? 0} />
              </dd>
              <dd>Current phase: {phase}</dd>
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
        <table className="reckoning w-full text-3">
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
            {invoiceRows(order.invoice).map((row) => (
              <AmountRow key={row.field} {...row} />
            ))}
          </tbody>
          <tfoot>
            <tr className="is-total">
              <th scope="row">Project total</th>
              <td className="is-share" />
              <td className="amount">
                <Money select={({ invoice }) => invoice.actual + invoiceOf(invoice).totalPaidRevisions} />
              </td>
            </tr>
            <tr className="green">
              <th scope="row">Paid</th>
              <td className="is-share" />
              <td className="amount">
                <Money select={({ invoice }) => invoice.paid} />
              </td>
            </tr>
            <Balance field="refund" note="including paid revisions" />
            <Balance field="extraRefund" note="excluding paid revisions" />
          </tfoot>
        </table>
      </Row>
    </>
  )
}

/** An amount of the order that is shown, marked where it is another at the moment that it is compared with. */
function Money({ select }: { select(order: Order): number }) {
  const { order } = useShownOrder()
  return <Marked select={select}>{formatMoney(select(order))}</Marked>
}

const AmountRow = ({ what, share, field, note }: InvoiceRow) => (
  <tr>
    <th scope="row">
      {what}
      <small className="share-here">{share}</small>
      {note && <small>{note}</small>}
    </th>
    <td className="amount is-share">{share}</td>
    <td className="amount">
      <Money select={({ invoice }) => invoiceOf(invoice)[field]} />
    </td>
  </tr>
)

function Balance({ field, note }: { field: 'refund' | 'extraRefund'; note: string }) {
  const { order } = useShownOrder()
  const { what, amount } = balanceRow(order, field)
  const reported = what === 'Balance due' && amount > 0 && reportedInWords(order)
  return (
    <tr>
      <th scope="row">
        {what} <span className="meta block">{note}</span>
        {reported && <small>{reported}</small>}
      </th>
      <td className="is-share" />
      <td className="amount">
        <Money select={(order) => balanceRow(order, field).amount} />
      </td>
    </tr>
  )
}
