import { useState } from 'react'
import { formatMoney, toWireRupees } from '#domain/money.ts'
import { confirmPayment } from '#domain/order/confirm-payment.ts'
import { isLowered, type Payment } from '#domain/order/payments.ts'
import { questionPayment } from '#domain/order/question-payment.ts'
import { reopenPayment } from '#domain/order/reopen-payment.ts'
import { sendReceipt } from '#domain/order/send-receipt.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst, useOpener } from '#web/kit/focus.tsx'
import { Row } from '#web/kit/Page.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'

/** The payments that the client has reported, for an admin to confirm or question. */
export function ReportedPayments() {
  const { order } = useShownOrder()
  // One that is done stays here without a button: its answer may be lost, and the page shows that it was done.
  return (
    <>
      {order.payments.map((payment) => (
        <ReportedPayment key={payment.id} payment={payment} />
      ))}
      {order.payments.map((payment) => (
        <SendReceipt key={payment.id} payment={payment} />
      ))}
    </>
  )
}

/**
 * A receipt is sent by itself some minutes after the payment was confirmed, unless less was paid by the invoice since, or now.
 * Until then that can be taken back.
 */
function SendReceipt({ payment: confirmed }: { payment: Payment }) {
  const { id: payment, amount, reported, via, state, paidOn, receipt } = confirmed
  const { order } = useShownOrder()
  const { perform, pending } = useOrderCommand(sendReceipt, {
    isDone: ({ payments }, { payment }) => payments.some(({ id, receipt }) => id === payment && receipt),
    said: 'The receipt was sent after all.',
  })
  const reopen = useOrderCommand(reopenPayment)
  if (state !== 'confirmed' || receipt || !paidOn) return null
  const mayReopen = reported !== undefined && !via
  return (
    <Row>
      <div className="row items-center gap-3 pt-4">
        <Button kind="line" pending={pending} onClick={() => perform({ payment })}>
          Send receipt for {formatMoney(amount)}
        </Button>
        {mayReopen && (
          <Button kind="line" pending={reopen.pending} onClick={() => reopen.perform({ payment })}>
            Check again
          </Button>
        )}
        {!isLowered(order.payments, confirmed) && (
          <p className="small">
            Sent by itself 10 minutes after you confirm.{mayReopen && ' Until then you can undo it.'}
          </p>
        )}
      </div>
    </Row>
  )
}

function ReportedPayment({ payment: { id: payment, amount, state, reference } }: { payment: Payment }) {
  const confirm = useOrderCommand(confirmPayment, {
    isDone: ({ payments }, { payment }) => payments.some(({ id, state }) => id === payment && state === 'confirmed'),
    said: 'The payment was confirmed after all.',
  })
  const [isAsking, setAsking] = useState(false)
  const opener = useOpener(isAsking)
  if (state === 'confirmed') {
    if (isAsking) setAsking(false)
    return null
  }
  return (
    <Row>
      <div className="row items-center gap-3 pt-5">
        <Button
          data-command={`confirmPayment:${payment}`}
          pending={confirm.pending}
          onClick={() => confirm.perform({ payment, amount: toWireRupees(amount) })}
        >
          Confirm {formatMoney(amount)}
        </Button>
        {state === 'reported' && !isAsking && (
          <Button ref={opener} kind="line" onClick={() => setAsking(true)}>
            Not found
          </Button>
        )}
        <p className="small break-anywhere">{reference}</p>
      </div>
      {isAsking && <Question payment={payment} onDone={() => setAsking(false)} />}
    </Row>
  )
}

const usualQuestion = 'We couldn’t find this payment. Please check the amount and the reference.'

function Question({ payment, onDone }: { payment: string; onDone(): void }) {
  const { perform, field, correct, pending } = useOrderCommand(questionPayment)
  const ask = async (entries: object) => {
    if (await perform({ ...entries, payment })) onDone()
  }
  return (
    <Form label="Ask about this payment" className="pt-4" onSubmit={ask} onInput={correct}>
      <FocusFirst />
      <TextArea label="Question for the client" defaultValue={usualQuestion} {...field('question')} />
      <div className="row items-center gap-3 pt-4">
        <Button kind="line" pending={pending}>
          Send question
        </Button>
        <Button kind="line" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
