import { formatMoney, type Paise } from '#domain/money.ts'
import type { Agency, BankAccount } from '#domain/settings/agency.ts'
import { payeeOf, upiLink } from '#domain/settings/brand.ts'
import { amountInWords } from '#domain/words/amount-in-words.ts'
import { buttonClass } from '#web/kit/Button.tsx'
import { Copy } from '#web/kit/Copy.tsx'
import { Row, SectionHeader } from '#web/kit/Page.tsx'
import { QrCode } from '#web/kit/QrCode.tsx'
import './PaySlip.css'

/** What is to be paid now, and under which reference; undefined where the amount is left to the payer. */
export type Asked = { amount: Paise; reference: string }

type Details = readonly (readonly [label: string, text: string])[]

/** The slip that is paid by UPI: the amount in figures and words, the code, and the app on this device. */
export function PaySlip({ agency, asked }: { agency: Agency; asked: Asked | undefined }) {
  const { upi } = agency
  if (!upi) return null
  const payee = payeeOf(agency)
  const link = upiLink({ id: upi.id, payee }, asked)
  const reference: Details = asked ? [['Reference', asked.reference]] : []
  return (
    <>
      <SectionHeader title="UPI" />
      <Row className="pay-slip">
        <div className="pay-code">
          <QrCode text={link} label={codeLabel(payee, asked)} brand={agency} />
          <p className="meta">
            {asked ? 'Scan with any UPI app. Amount and reference are filled in.' : 'Scan it with a payment app.'}
          </p>
        </div>
        <div className="min-w-0">
          {asked && (
            <>
              <p className="pay-sum break-anywhere">{formatMoney(asked.amount)}</p>
              <p className="pay-words">{amountInWords(asked.amount)}</p>
            </>
          )}
          <PaymentDetails of={[...reference, ['UPI ID', upi.id], ['Payee', payee]]} />
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

const codeLabel = (payee: string, asked: Asked | undefined) =>
  asked
    ? `QR code for paying ${formatMoney(asked.amount)} to ${payee} by UPI, reference ${asked.reference}`
    : `QR code for paying ${payee} by UPI`

/** The account that a transfer goes to, each line to be copied, and all of them. */
export function BankTransfer({ bank, asked }: { bank: BankAccount; asked: Asked | undefined }) {
  const details: Details = [
    ['Account name', bank.accountName],
    ['Bank', bank.bank],
    ['Account number', bank.accountNumber],
    ['IFSC', bank.ifsc],
    ...(asked ? ([['Reference', asked.reference]] as const) : []),
  ]
  const amount = asked ? [['Amount', formatMoney(asked.amount)] as const] : []
  return (
    <>
      <SectionHeader title="Bank transfer" aside="NEFT, RTGS or IMPS" />
      <Row>
        <PaymentDetails of={details} />
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

const PaymentDetails = ({ of }: { of: Details }) => (
  <ul className="payment-details">
    {of.map(([label, text]) => (
      <li key={label} className="payment-detail">
        <span>{label}</span>
        <b className="serif-5-13 break-anywhere">{text}</b>
        <Copy label={label} text={text} />
      </li>
    ))}
  </ul>
)
