import { formatMoney, type Paise } from '#domain/money.ts'
import type { Agency, BankAccount } from '#domain/settings/agency.ts'
import { payeeOf, upiLink } from '#domain/settings/upi.ts'
import { amountInWords } from '#domain/words/amount-in-words.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { Copy } from '#web/kit/Copy.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { QrCode } from '#web/kit/QrCode.tsx'

/** The payment to be made now, and its reference; undefined where the amount is left to the payer. */
type RequestedPayment = { amount: Paise; reference: string }

type Details = readonly (readonly [label: string, text: string])[]

/** The slip that is paid by UPI: the amount in figures and words, the code, and the app on this device. */
export function PaySlip({ agency, request }: { agency: Agency; request: RequestedPayment | undefined }) {
  const { upi } = agency
  if (!upi) return null
  const payee = payeeOf(agency)
  const link = upiLink({ id: upi.id, payee }, request)
  const reference: Details = request ? [['Reference', request.reference]] : []
  return (
    <>
      <SectionHeader title="UPI" />
      <Row className="pay-slip ink-around-y">
        <div className="pay-code">
          <QrCode text={link} label={codeLabel(payee, request)} brand={agency} />
          <p className="meta">
            {request ? 'Scan with any UPI app. Amount and reference are filled in.' : 'Scan it with a payment app.'}
          </p>
        </div>
        <div className="min-w-0">
          {request && (
            <>
              <p className="pay-sum break-anywhere">{formatMoney(request.amount)}</p>
              <p className="pay-words py-2 ink-2">{amountInWords(request.amount)}</p>
            </>
          )}
          <PaymentDetails details={[...reference, ['UPI ID', upi.id], ['Payee', payee]]} />
          <p className="row items-center gap-3 pt-4">
            <a className={buttonClass('line')} href={link}>
              Open my UPI app
            </a>
          </p>
        </div>
      </Row>
    </>
  )
}

const codeLabel = (payee: string, request: RequestedPayment | undefined) =>
  request
    ? `QR code for paying ${formatMoney(request.amount)} to ${payee} by UPI, reference ${request.reference}`
    : `QR code for paying ${payee} by UPI`

/** The account that a transfer goes to, each line to be copied, and all of them. */
export function BankTransfer({ bank, request }: { bank: BankAccount; request: RequestedPayment | undefined }) {
  const details: Details = [
    ['Account name', bank.accountName],
    ['Bank', bank.bank],
    ['Account number', bank.accountNumber],
    ['IFSC', bank.ifsc],
    ...(request ? ([['Reference', request.reference]] as const) : []),
  ]
  const amount = request ? [['Amount', formatMoney(request.amount)] as const] : []
  return (
    <>
      <SectionHeader title="Bank transfer" aside="NEFT, RTGS or IMPS" />
      <Row>
        <PaymentDetails details={details} />
        <p className="pay-all row items-center gap-2 pt-3">
          <span className="small">All details</span>
          <Copy
            label="all bank details"
            text={[...details, ...amount].map(([label, text]) => `${label}: ${text}`).join('\n')}
          />
        </p>
      </Row>
    </>
  )
}

const PaymentDetails = ({ details }: { details: Details }) => (
  <ul className="payment-details">
    {details.map(([label, text]) => (
      <li key={label} className="payment-detail grid columns-1-auto items-baseline gap-0-4 py-2 rule-below">
        <span className="column-all small">{label}</span>
        <b className="serif-5-13 break-anywhere">{text}</b>
        <Copy label={label} text={text} />
      </li>
    ))}
  </ul>
)
