import { Link } from 'react-router-dom'
import type { Order } from '#domain/order/order.ts'
import type { Agency, BankAccount } from '#domain/settings/agency.ts'
import { payeeOf, upiLink } from '#domain/settings/brand.ts'
import { Copy } from '#web/kit/Copy.tsx'
import { PageTitle, Row, SectionHeader } from '#web/kit/Page.tsx'
import { QrCode } from '#web/kit/QrCode.tsx'
import { useAgency } from '#web/live/agency.ts'
import { useShownOrder } from '#web/order/context.ts'
import { Marked } from '#web/order/page/Marked.tsx'
import { RecentChange } from './RecentChange.tsx'
import './Payment.css'

/** How the project is paid: by bank and by UPI, as far as the agency has set them, and from abroad. */
export default function Payment() {
  const { order, viewer, controls, readOnly } = useShownOrder()
  const agency = useAgency()
  const { bank, upi } = agency
  const admin = viewer.role === 'admin'
  const ways = waysToPay(agency, order)
  return (
    <>
      <PageTitle
        title={admin ? 'What the client sees.' : ways}
        next={
          ways !== nothingYet &&
          (admin ? 'Record payments in the invoice.' : 'We add your payment to the invoice once it arrives.')
        }
        eyebrow="Payment Options"
      />
      {admin && !bank && !upi && <HowToSet />}
      {bank && <ByBank bank={bank} />}
      {upi && <ByUpi id={upi.id} payee={payeeOf(agency)} brand={agency} />}
      <SectionHeader title="International Payment" />
      <Row className="payment-abroad" bodyClass="py-4 serif-5-13 break-anywhere">
        {order.paymentLink ? (
          <a href={order.paymentLink} target="_blank" rel="noopener noreferrer">
            <Marked of={({ paymentLink }) => paymentLink}>{order.paymentLink}</Marked>
          </a>
        ) : (
          <p>
            {admin
              ? 'No payment link shared yet.'
              : 'you will see a payment link in case of international payment here'}
          </p>
        )}
      </Row>
      <RecentChange of={['PaymentLinkShared']} />
      {controls && !readOnly && order.status === 'open' && <controls.TabForm of="payment" />}
    </>
  )
}

const nothingYet = 'Payment details will appear here.'

function waysToPay({ bank, upi }: Agency, { paymentLink }: Pick<Order, 'paymentLink'>): string {
  if (bank && upi) return 'Pay by bank transfer or UPI.'
  if (bank) return 'Pay by bank transfer.'
  if (upi) return 'Pay by UPI.'
  return paymentLink ? 'Pay with the link below.' : nothingYet
}

const HowToSet = () => (
  <Row className="payment-unset">
    <p>
      Bank and UPI details are missing, so clients can’t pay that way yet. <Link to="/agency#bank">Add them</Link> once
      for all projects.
    </p>
  </Row>
)

const ByBank = ({ bank: { accountName, bank, accountNumber, ifsc } }: { bank: BankAccount }) => (
  <>
    <SectionHeader title="Bank transfer" />
    <Details
      of={[
        ['Account name', accountName],
        ['Bank', bank],
        ['Account number', accountNumber],
        ['IFSC', ifsc],
      ]}
    />
  </>
)

const ByUpi = ({ brand, ...upi }: { id: string; payee: string; brand: Agency }) => (
  <>
    <SectionHeader title="UPI" />
    <Details
      of={[
        ['UPI ID', upi.id],
        ['Payee', upi.payee],
      ]}
    />
    <Row className="payment-qr">
      <QrCode text={upiLink(upi)} label={`QR code for paying ${upi.payee} by UPI`} brand={brand} />
      <p className="meta">
        Scan it with a payment app, or <a href={upiLink(upi)}>open the app on this device</a>.
      </p>
    </Row>
  </>
)

const Details = ({ of }: { of: readonly (readonly [label: string, text: string])[] }) => (
  <ul className="payment-details">
    {of.map(([label, text]) => (
      <Row key={label} as="li">
        <p className="payment-detail">
          <span>{label}</span>
          <b className="serif-5-13 break-anywhere">{text}</b>
          <Copy label={label} text={text} />
        </p>
      </Row>
    ))}
  </ul>
)
