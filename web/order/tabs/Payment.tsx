import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { formatMoney, type Paise } from '#domain/money.ts'
import {
  dueAmount,
  type Instalment,
  instalmentsOf,
  openAmount,
  type Payable,
  payableNow,
  withInvoiced,
} from '#domain/order/instalments.ts'
import { isInvoiced } from '#domain/order/invoice.ts'
import { latestInvoice } from '#domain/order/issued.ts'
import type { Order } from '#domain/order/order.ts'
import { stillToPay } from '#domain/order/worklist.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { type Money, paymentTitle } from '#domain/words/payment-titles.ts'
import { PageTitle, Row, SectionHeader } from '#web/kit/Page.tsx'
import { inWords } from '#web/kit/time.ts'
import { useAgency } from '#web/live/agency.ts'
import { useShownOrder, useShownTime } from '#web/order/context.ts'
import { Marked } from '#web/order/page/Marked.tsx'
import { RecentChange } from '#web/order/page/RecentEvents.tsx'
import { linkTo } from '#web/order/tabs.ts'
import { InstalmentTable } from './InstalmentTable.tsx'
import { PaymentList } from './PaymentList.tsx'
import { BankTransfer, PaySlip } from './PaySlip.tsx'
import { ReportPayment } from './ReportPayment.tsx'
import './Payment.css'

/** Shows what is paid and due, how to pay, and the payments that the client reports. */
export default function Payment() {
  const { id, order, viewer, controls, readOnly, isPast } = useShownOrder()
  const agency = useAgency()
  const { bank, upi } = agency
  const admin = viewer.role === 'admin'
  const isOpen = order.status === 'open'
  const ownInstalments = instalmentsOf(order)
  const due = payableNow(order, ownInstalments)
  const left = stillToPay(order)
  const canBePaid = isOpen || due !== undefined || left > 0
  const instalments = withInvoiced(ownInstalments, due, order)
  const payable = due ?? (isOpen || left === 0 ? undefined : { amount: left, isInvoiced: false })
  const request = payable && { amount: payable.amount, reference: referenceOf(id, order, payable) }
  const mayWrite = isOpen && !readOnly
  const { paid } = order.invoice
  return (
    <>
      <Title agency={agency} money={{ instalments, paid, due, left, payments: order.payments, status: order.status }} />
      {instalments.length > 0 && (
        <Row>
          <PaymentScale instalments={instalments} paid={paid} />
        </Row>
      )}
      {controls && mayWrite && <controls.TabForm tab="reported payments" />}
      {!isPast && canBePaid && (
        <>
          {admin && !bank && !upi && <HowToSet />}
          <PaySlip agency={agency} request={request} />
          {bank && <BankTransfer bank={bank} request={request} />}
        </>
      )}
      {!admin && mayWrite && (bank || upi || order.paymentLink || instalments.length > 0 || due) && (
        <>
          <SectionHeader title="I have paid" aside="So that we look for it at once" />
          <Row>
            <ReportPayment due={due?.amount} />
          </Row>
        </>
      )}
      {canBePaid && <International link={order.paymentLink} admin={admin} />}
      <RecentChange types={['PaymentLinkShared']} />
      <PaymentList mayChange={!admin && mayWrite} />
      {instalments.length > 0 && <InstalmentTable {...{ instalments, paid, left }} status={order.status} />}
      {(admin || isInvoiced(order.invoice)) && (
        <Row bodyClass="py-4">
          <Link to={linkTo('invoice')} preventScrollReset>
            Go to the invoice
          </Link>
        </Row>
      )}
      {controls && mayWrite && <controls.TabForm tab="payment" />}
    </>
  )
}

/** The reference a payer writes beside an amount: the agency finds the project by it, and the payment among its others. */
function referenceOf(id: string, { payments, documents }: Order, { isInvoiced }: Pick<Payable, 'isInvoiced'>): string {
  const issued = latestInvoice(documents)
  if (issued && isInvoiced) return issued.number
  return `${id
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .slice(0, 8)
    .toUpperCase()}-${payments.length + 1}`
}

type TitleProps = {
  agency: Agency
  money: Pick<Money, 'instalments' | 'paid' | 'due' | 'left' | 'payments' | 'status'>
}

function Title({ agency, money }: TitleProps) {
  const { order, viewer, pastTime } = useShownOrder()
  const admin = viewer.role === 'admin'
  const title = paymentTitle({ ...money, viewer: viewer.role, ...inWords(useShownTime()) })
  const ways = waysToPay(pastTime === undefined ? agency : {}, order)
  if (title) return <PageTitle {...title} eyebrow="Payment Options" />
  return (
    <PageTitle
      title={admin ? 'What the client sees.' : ways}
      next={ways !== nothingYet && (admin ? 'Record payments below.' : 'Tell us below when you have paid.')}
      eyebrow="Payment Options"
    />
  )
}

const International = ({ link, admin }: { link: string; admin: boolean }) => (
  <>
    <SectionHeader title="International Payment" />
    <Row className="payment-abroad rule-below" bodyClass="py-4 serif-5-13 break-anywhere">
      {link ? (
        <a href={link} target="_blank" rel="noopener noreferrer">
          <Marked select={({ paymentLink }) => paymentLink}>{link}</Marked>
        </a>
      ) : (
        <p>
          {admin ? 'No payment link shared yet.' : 'you will see a payment link in case of international payment here'}
        </p>
      )}
    </Row>
  </>
)

const nothingYet = 'Payment details will appear here.'

function waysToPay({ bank, upi }: Pick<Agency, 'bank' | 'upi'>, { paymentLink }: Pick<Order, 'paymentLink'>): string {
  if (bank && upi) return 'Pay by bank transfer or UPI.'
  if (bank) return 'Pay by bank transfer.'
  if (upi) return 'Pay by UPI.'
  return paymentLink ? 'Pay with the link below.' : nothingYet
}

const HowToSet = () => (
  <Row>
    <p>
      Bank and UPI details are missing, so clients can’t pay that way yet. <Link to="/agency#bank">Add them</Link> once
      for all projects.
    </p>
  </Row>
)

type Piece = { kind: 'paid' | 'reported' | 'due' | 'later'; amount: Paise }

const colours = { paid: 'green', reported: 'wet', due: 'red' }

/**
 * The plan of instalments as one line, as long as the price: what is paid of it, being checked, due, and later. Beside it
 * stands the whole sum paid.
 */
function PaymentScale({ instalments, paid }: { instalments: readonly Instalment[]; paid: Paise }) {
  const total = instalments.reduce((sum, { amount }) => sum + amount, 0)
  const pieces = piecesOf(instalments)
  const sumOf = (kind: Piece['kind']) =>
    kind === 'paid' ? paid : pieces.reduce((sum, piece) => (piece.kind === kind ? sum + piece.amount : sum), 0)
  const sums = (['paid', 'reported', 'due'] as const)
    .filter((kind) => sumOf(kind) > 0)
    .map((kind) => ({ colour: colours[kind], text: `${formatMoney(sumOf(kind))} ${kind}` }))
  return (
    <div className="pay-scale">
      <p className="pay-said pb-2 row gap-1-5">
        {sums.map(({ colour, text }) => (
          <span key={colour} className={colour}>
            {text}
          </span>
        ))}
      </p>
      <div
        className="pay-line flex"
        role="img"
        aria-label={`Of ${formatMoney(total)}: ${sums.map(({ text }) => text).join(', ') || 'nothing paid'}`}
      >
        {instalments.map((part) => (
          <span key={part.key} className="pay-part items-center flex" style={share(part.amount, total)}>
            {piecesOf([part]).map(({ kind, amount }) => (
              <i key={kind} className={`is-${kind}`} style={share(amount, part.amount)} />
            ))}
          </span>
        ))}
      </div>
      <div className="flex" aria-hidden="true">
        {instalments.map(({ key, title, amount }) => (
          <small key={key} style={share(amount, total)}>
            {amount / total < 0.08 ? '' : title}
          </small>
        ))}
      </div>
    </div>
  )
}

const share = (amount: Paise, whole: Paise): CSSProperties => ({ flexGrow: amount / whole, flexBasis: 0 })

/** The pieces of some instalments by state, in the order in which they are paid. */
const piecesOf = (instalments: readonly Instalment[]): Piece[] =>
  instalments.flatMap((part) => {
    const due = dueAmount(part)
    const pieces: Piece[] = [
      { kind: 'paid', amount: part.paid },
      { kind: 'reported', amount: part.reported },
      { kind: 'due', amount: due },
      { kind: 'later', amount: openAmount(part) - due },
    ]
    return pieces.filter((piece) => piece.amount > 0)
  })
