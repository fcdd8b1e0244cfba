import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatMoney } from '#domain/money.ts'
import { openByInvoices, payableNow } from '#domain/order/instalments.ts'
import { type Buyer, type IssuedDocument, invoicedTotal, openOfInvoices, shownInvoice } from '#domain/order/issued.ts'
import type { Order } from '#domain/order/order.ts'
import { confirmedSum, reportedSum } from '#domain/order/payments.ts'
import { stateName } from '#domain/order/states.ts'
import { taxParts } from '#domain/order/tax.ts'
import { stillToPay } from '#domain/order/worklist.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { dueOfIt, overdueIn } from '#domain/words/due.ts'
import { documentInWords, paidInWords, paymentsInWords, shareInWords } from '#domain/words/issued-words.ts'
import { reportedInWords } from '#domain/words/payment-titles.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { Row, TitledSection } from '#web/kit/Page.tsx'
import { day, dayAt, inWords } from '#web/kit/time.ts'
import { useShownOrder, useShownTime } from '#web/order/context.ts'
import { Download, pdf } from '#web/order/page/Downloads.tsx'
import { linkTo } from '#web/order/tabs.ts'

/**
 * Shows, below a title, what was invoiced, paid and is open: the lines of all invoices as one account, and the documents
 * themselves. When the page is printed, nothing else of it is.
 */
export function IssuedDocuments({ title }: { title: ReactNode }) {
  const { order } = useShownOrder()
  const latest = shownInvoice(order.documents)
  if (!latest) return null
  return (
    <div className="issued">
      {title}
      <Sums order={order} />
      <Row bodyClass="parties grid gap-4-6 py-4">
        <Party title="From" party={latest.seller} />
        <Party title="To" party={latest.buyer} />
      </Row>
      <Row className="account-line">
        <Lines order={order} />
      </Row>
      <Documents documents={order.documents} />
    </div>
  )
}

/** Leads a client to where the amount that is due is paid. */
export function PayDue() {
  const { order, viewer, isPast } = useShownOrder()
  const due = payableNow(order)
  if (!due || viewer.role !== 'client' || order.status !== 'open' || isPast) return null
  return (
    <p className="pay-due no-print">
      <Link className={buttonClass()} to={linkTo('payment')}>
        Pay {formatMoney(due.amount)}
      </Link>
    </p>
  )
}

function Sums({ order }: { order: Order }) {
  const { viewer, isPast } = useShownOrder()
  const { payments } = order
  const mayAct = viewer.role === 'client' && order.status === 'open' && !isPast
  const due = payableNow(order)
  const words = { ...inWords(useShownTime()), day }
  const [part, isOver] = due ? [dueOfIt(due, words), words.isPast(due.due)] : []
  const reported = reportedSum(payments)
  const notInvoiced = due && Math.min(due.amount, due.amount - openByInvoices(order) + reported)
  const days = payments
    .filter(({ state, amount }) => state === 'confirmed' && amount > 0)
    .map(({ paidOn, at }) => paidOn ?? dayAt(at))
  const left = Math.max(0, stillToPay(order) - (due?.amount ?? 0))
  return (
    <Row>
      <PayDue />
      <dl className="sums">
        <div>
          <dt>Due now</dt>
          <dd>{formatMoney(due?.amount ?? 0)}</dd>
          {reported > 0 && <dd>{reportedInWords(order)}</dd>}
          {due && (
            <dd>
              {isOver
                ? overdueIn(part ? `${part} was due` : 'Was due', 'on', due, words).join(' ')
                : `${part ? `${part} by` : 'By'} ${day(due.due)}`}
              {!due.isInvoiced &&
                `, ${notInvoiced! < due.amount ? `${formatMoney(notInvoiced!)} of it ` : ''}not invoiced yet`}
            </dd>
          )}
        </div>
        <div>
          <dt>Paid</dt>
          <dd className="green">{formatMoney(order.invoice.paid)}</dd>
          <dd>{paymentsInWords(days)}</dd>
        </div>
        <div>
          <dt>Left after that</dt>
          <dd>{formatMoney(left)}</dd>
          <dd>
            {left > 0 ? 'Not invoiced yet' : mayAct ? 'Nothing more, unless you ask for a paid round' : 'Nothing more'}
          </dd>
        </div>
      </dl>
    </Row>
  )
}

function Party({ title, party: { name, address, state, gstin } }: { title: string; party: Buyer }) {
  return (
    <div>
      <h2 className="meta">{title}</h2>
      <p className="serif-5-13">{name}</p>
      {address && <p className="text-3 pre-line">{address}</p>}
      {state && <p className="text-3">{stateName(state)}</p>}
      {gstin && <p className="text-3">GSTIN {gstin}</p>}
    </div>
  )
}

/** The names of all taxes of some documents: another state of the buyer has another tax. None where there is none. */
const taxNames = (documents: readonly IssuedDocument[]): string[] => [
  ...new Set(documents.flatMap(({ tax }) => (tax ? taxParts(tax, 0).map(({ name }) => name) : []))),
]

function Lines({ order }: { order: Order }) {
  const { status, documents, payments, invoiced, invoice } = order
  const names = taxNames(documents)
  const withTax = names.length > 0
  const sums = invoicedTotal(documents)
  const ahead = confirmedSum(payments) - sums.amount
  const open = openByInvoices(order)
  const beyond = openOfInvoices(invoiced, invoice.paid) - open
  return (
    <table className="reckoning w-full text-3">
      <caption className="sr">Invoices, amounts in rupees</caption>
      <thead>
        <tr>
          <th scope="col">Work</th>
          {withTax && (
            <>
              <th scope="col" className="amount is-tax">
                Before tax
              </th>
              <th scope="col" className="amount is-tax">
                {names.join(' + ')}
              </th>
            </>
          )}
          <th scope="col" className="amount">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {documents.flatMap((document) =>
          document.lines.map((line) => (
            <LineRow key={`${document.documentId} ${line.key}`} document={document} line={line} withTax={withTax} />
          )),
        )}
      </tbody>
      <tfoot>
        <tr className="is-total">
          <th scope="row">{withTax ? 'Total, tax included' : 'Total'}</th>
          {withTax && (
            <>
              <td className="amount is-tax">{formatMoney(sums.amount - sums.tax)}</td>
              <td className="amount is-tax">{formatMoney(sums.tax)}</td>
            </>
          )}
          <td className="amount">{formatMoney(sums.amount)}</td>
        </tr>
        {payments
          .filter(({ state }) => state === 'confirmed')
          .map(({ id, amount, paidOn, at }) => (
            <FootRow key={id} label={paidInWords(amount, day(paidOn ?? at))} amount={-amount} withTax={withTax} paid />
          ))}
        {ahead > 0 && <FootRow label="Paid in advance, not invoiced yet" amount={ahead} withTax={withTax} />}
        {beyond > 0 && <FootRow label="Unpaid beyond the price, not asked for" amount={-beyond} withTax={withTax} />}
        <FootRow
          label={status === 'cancelled' ? 'Left unpaid' : 'Balance due'}
          note={open > 0 && reportedInWords(order)}
          amount={open}
          withTax={withTax}
        />
      </tfoot>
    </table>
  )
}

type LineRowProps = { document: IssuedDocument; line: IssuedDocument['lines'][number]; withTax: boolean }

function LineRow({ document: { kind, number, issuedOn, price }, line, withTax }: LineRowProps) {
  const sign = kind === 'invoice' ? 1 : -1
  return (
    <tr>
      <th scope="row">
        {line.title}
        <small>
          {kind === 'invoice' ? `${shareInWords(line, price)}. Invoice` : 'Credit note'} {number},{' '}
          {dayInWords(issuedOn)}
        </small>
      </th>
      {withTax && (
        <>
          <td className="amount is-tax">{formatMoney(sign * (line.amount - line.tax))}</td>
          <td className="amount is-tax">{formatMoney(sign * line.tax)}</td>
        </>
      )}
      <td className="amount">{formatMoney(sign * line.amount)}</td>
    </tr>
  )
}

type FootRowProps = { label: string; note?: ReactNode; amount: number; withTax: boolean; paid?: true }

const FootRow = ({ label, note, amount, withTax, paid }: FootRowProps) => (
  <tr className={paid && 'green'}>
    <th scope="row">
      {label}
      {note && <small>{note}</small>}
    </th>
    {withTax && (
      <>
        <td className="is-tax" />
        <td className="is-tax" />
      </>
    )}
    <td className="amount">{formatMoney(amount)}</td>
  </tr>
)

/** The documents that were issued, each as PDF. */
const Documents = ({ documents }: { documents: readonly IssuedDocument[] }) => (
  <TitledSection title="Issued documents" aside="They never change" className="no-print">
    {documents.map((document) => (
      <Row
        key={document.documentId}
        margin={dayInWords(document.issuedOn).slice(0, 5)}
        className="rule-below lines-py-2"
      >
        <div className="flex items-baseline justify-between gap-4">
          <p>
            {documentInWords(document)}
            {document.reason && <small className="meta block">{document.reason}</small>}
          </p>
          <Download subject={document.number} file={pdf('invoice', { issued: document.documentId })} />
        </div>
      </Row>
    ))}
  </TitledSection>
)
