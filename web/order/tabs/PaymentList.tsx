import { useState } from 'react'
import { formatMoney } from '#domain/money.ts'
import { fileIn } from '#domain/order/conversation.ts'
import type { OrderStatus } from '#domain/order/fields.ts'
import { type Payment, viaInvoice } from '#domain/order/payments.ts'
import { withdrawPaymentReport } from '#domain/order/withdraw-payment-report.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { checkInWords } from '#domain/words/payment-titles.ts'
import { Button } from '#web/kit/Button.tsx'
import { useOpener } from '#web/kit/focus.tsx'
import { Tick } from '#web/kit/marks.tsx'
import { Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { Download, pdf } from '#web/order/page/Downloads.tsx'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'
import { ReportPayment } from './ReportPayment.tsx'

/** Every payment of the order, the latest first, and how far it is. */
export function PaymentList({ mayChange }: { mayChange: boolean }) {
  const { order } = useShownOrder()
  if (order.payments.length === 0) return null
  return (
    <>
      <SectionHeader title="Payments" />
      <ul className="ink-above">
        {order.payments.toReversed().map((payment) => (
          <PaymentRow key={payment.id} payment={payment} mayChange={mayChange} />
        ))}
      </ul>
    </>
  )
}

function PaymentRow({ payment, mayChange }: { payment: Payment; mayChange: boolean }) {
  const { order } = useShownOrder()
  const { amount, at, by, state, reference, paidOn, screenshot, question, receipt } = payment
  const shown = screenshot === undefined ? undefined : fileIn(order.conversation, screenshot)
  const details = [
    formatMoney(amount),
    reference && `reference ${reference}`,
    paidOn && `paid on ${dayInWords(paidOn)}`,
    receipt && `receipt ${receipt.number} of ${dayInWords(receipt.issuedOn)}`,
  ].filter(Boolean)
  return (
    <Row as="li" className="payment rule-below" bodyClass="py-3 text-3" margin={at && <Timestamp at={at} />}>
      <p className="row items-baseline justify-between gap-1-4 break-anywhere">
        <span>
          <b className={stateClass[state]}>{stateOf(payment, order.status)}</b> {details.join(', ')}.
        </span>
        <span className="small">
          {by} {state === 'confirmed' && <Tick label="Confirmed" />}
        </span>
      </p>
      {receipt && (
        <Download subject={`receipt ${receipt.number}`} file={pdf('receipt', { issued: receipt.documentId })} />
      )}
      {shown && (
        <p className="small">
          <a href={`/uploads/${shown.file.filename}`} target="_blank" rel="noopener noreferrer">
            Screenshot of the payment
          </a>
        </p>
      )}
      {state === 'questioned' && question && <blockquote className="pt-2">“{question.text}”</blockquote>}
      {mayChange && state !== 'confirmed' && <Change payment={payment} />}
    </Row>
  )
}

const stateClass = { reported: 'wet', questioned: 'red', confirmed: 'green' }

function stateOf({ state, via, reported, amount }: Payment, status: OrderStatus): string {
  if (state === 'reported') return `Reported, ${checkInWords(status)}.`
  if (state === 'questioned') return 'Not found.'
  if (via === viaInvoice) return amount < 0 ? 'Corrected by the agency.' : 'Recorded by the agency.'
  if (via) return `Received through ${via}.`
  return reported ? 'Confirmed.' : 'Recorded by the agency.'
}

/** The client’s buttons for a payment they reported, until it is confirmed. */
function Change({ payment }: { payment: Payment }) {
  const [isChanging, setChanging] = useState(false)
  const withdraw = useOrderCommand(withdrawPaymentReport)
  const opener = useOpener(isChanging)
  if (isChanging) return <ReportPayment before={payment} onDone={() => setChanging(false)} />
  return (
    <div className="row items-center gap-3 py-3">
      <Button ref={opener} kind="line" onClick={() => setChanging(true)}>
        {payment.state === 'questioned' ? 'Answer: change what I reported' : 'Change what I reported'}
      </Button>
      <Button kind="line" pending={withdraw.pending} onClick={() => withdraw.perform({ payment: payment.id })}>
        Withdraw report
      </Button>
      <span className="small">Until we have confirmed it.</span>
    </div>
  )
}
