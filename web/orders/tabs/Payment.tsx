import { provider, upiLink } from '#domain/agency.ts'
import { Line, Rubric, Says } from '#web/kit/Leaf.tsx'
import { useShownOrder } from '../context.ts'
import { SharePaymentLink } from '../staff/SharePaymentLink.tsx'
import { Copy } from './Copy.tsx'
import { JustWritten } from './JustWritten.tsx'
import { QrCode } from './QrCode.tsx'
import './Payment.css'

const { bank, upi } = provider

/** How the project is paid: by bank, by UPI, from abroad. */
export default function Payment() {
  const { order, viewer } = useShownOrder()
  const admin = viewer.role === 'admin'
  return (
    <>
      <Says
        is={admin ? 'How your client pays.' : 'Pay by bank or by UPI.'}
        next="What arrives is written into the invoice."
        kick="Payment Options"
      />
      <Rubric title="Bank transfer" />
      <Details
        of={[
          ['Account name', bank.accountName],
          ['Bank', bank.bank],
          ['Account number', bank.accountNumber],
          ['IFSC', bank.ifsc],
        ]}
      />
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
