import type { Order } from '#domain/order/order.ts'
import { type Agency, type BankAccount, type Upi, upiLink } from '#domain/settings/agency.ts'
import { Line, Rubric, Says } from '#web/kit/Leaf.tsx'
import { useAgency } from '#web/live/agency.ts'
import { useShownOrder } from '../context.ts'
import { SharePaymentLink } from '../staff/SharePaymentLink.tsx'
import { Copy } from './Copy.tsx'
import { JustWritten } from './JustWritten.tsx'
import { QrCode } from './QrCode.tsx'
import './Payment.css'

/** How the project is paid: by bank and by UPI, as far as the agency has set them, and from abroad. */
export default function Payment() {
  const { order, viewer } = useShownOrder()
  const agency = useAgency()
  const { bank, upi } = agency
  const admin = viewer.role === 'admin'
  const ways = waysToPay(agency, order)
  return (
    <>
      <Says
        is={admin ? 'How your client pays.' : ways}
        next={ways !== nothingYet && 'What arrives is written into the invoice.'}
        kick="Payment Options"
      />
      {admin && !bank && !upi && <HowToSet />}
      {bank && <ByBank bank={bank} />}
      {upi && <ByUpi upi={upi} />}
      <Rubric title="International Payment" />
      <Line className="payment-abroad">
        {order.paymentLink ? (
          <a href={order.paymentLink} target="_blank" rel="noopener noreferrer">
            {order.paymentLink}
          </a>
        ) : (
          <p>
            {admin
              ? 'No payment link is shared yet.'
              : 'you will see a payment link in case of international payment here'}
          </p>
        )}
      </Line>
      <JustWritten of={['PaymentLinkShared']} />
      {admin && order.status === 'open' && <SharePaymentLink />}
    </>
  )
}

const nothingYet = 'Payment details will appear here.'

function waysToPay({ bank, upi }: Agency, { paymentLink }: Pick<Order, 'paymentLink'>): string {
  if (bank && upi) return 'Pay by bank or by UPI.'
  if (bank) return 'Pay by bank.'
  if (upi) return 'Pay by UPI.'
  return paymentLink ? 'Pay by the link below.' : nothingYet
}

const HowToSet = () => (
  <Line className="payment-unset">
    <p>
      No bank and no UPI details are set yet: clients see none. Set them with <code>PUT /api/update-agency</code>, as{' '}
      <a href="/api/docs">the list of calls</a> describes.
    </p>
  </Line>
)

const ByBank = ({ bank: { accountName, bank, accountNumber, ifsc } }: { bank: BankAccount }) => (
  <>
    <Rubric title="Bank transfer" />
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

const ByUpi = ({ upi }: { upi: Upi }) => (
  <>
    <Rubric title="UPI" />
    <Details
      of={[
        ['UPI ID', upi.id],
        ['Paid to', upi.payee],
      ]}
    />
    <Line className="payment-qr">
      <QrCode text={upiLink(upi)} label={`QR code for paying ${upi.payee} by UPI`} />
      <p className="meta">
        Point a payment app at it, or <a href={upiLink(upi)}>open the app on this device</a>.
      </p>
    </Line>
  </>
)

const Details = ({ of }: { of: readonly (readonly [label: string, text: string])[] }) => (
  <ul className="payment-details">
    {of.map(([label, text]) => (
      <Line key={label} as="li">
        <p className="payment-detail">
          <span>{label}</span>
          <b>{text}</b>
          <Copy label={label} text={text} />
        </p>
      </Line>
    ))}
  </ul>
)
