import { useState } from 'react'
import { recordPayment } from '#domain/order/record-payment.ts'
import { sharePaymentLink } from '#domain/order/share-payment-link.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { Field } from '#web/kit/Field.tsx'
import { FocusFirst } from '#web/kit/focus.tsx'
import { SectionHeader } from '#web/kit/Page.tsx'
import { sessionStore } from '#web/kit/storage.ts'
import { today, useNow } from '#web/kit/time.ts'
import { CommandForm, useStoredEntries } from '#web/order/CommandForm.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'

/** The forms of an admin on the page of payments. */
export const PaymentForms = () => (
  <>
    <SharePaymentLink />
    <SectionHeader title="Record a payment" aside="If the client hasn’t reported it" />
    <RecordPayment />
  </>
)

/** Records money that the client has not reported. */
function RecordPayment() {
  const form = useOrderCommand(recordPayment, {
    isDone: ({ payments }, { payment }) => payments.some(({ id }) => id === payment),
    said: 'The payment was recorded after all.',
  })
  const { order } = useShownOrder()
  const day = today(useNow())
  const [{ times, next, isSent }, setBegun] = useState(() => ({ times: 0, next: newIdempotencyKey(), isSent: false }))
  const stored = useStoredEntries('record-payment', sessionStore)
  const begin = (isSent: boolean) => setBegun({ times: times + 1, next: newIdempotencyKey(), isSent })
  // The id outlives a reload with what is typed, so that it is recorded once however often it is sent.
  const payment = stored.values.payment ?? next
  if (order.payments.some(({ id }) => id === payment)) {
    stored.forget()
    begin(form.pending)
  }
  return (
    <CommandForm
      key={times}
      command={recordPayment}
      form={form}
      label="Record a payment"
      submitLabel="Record payment"
      onSubmit={async (entries) => {
        const done = await form.perform({ ...entries, payment })
        if (done) begin(true)
        return done
      }}
      // The present day is not stored: it would be offered tomorrow too.
      stored={{ ...stored, keep: ({ paidOn, ...typed }) => stored.keep(paidOn === day ? typed : { ...typed, paidOn }) }}
    >
      {isSent && <FocusFirst />}
      <input type="hidden" name="payment" value={payment} />
      <Field
        label="Amount received (₹)"
        inputMode="decimal"
        defaultValue={stored.values.amount}
        {...form.field('amount')}
      />
      <Field label="Reference of the payment" defaultValue={stored.values.reference} {...form.field('reference')} />
      <Field
        label="Paid on"
        type="date"
        value={stored.values.paidOn ?? day}
        onChange={form.correct}
        {...form.field('paidOn')}
      />
    </CommandForm>
  )
}

/** The form that shows the client where an international payment is made. */
function SharePaymentLink() {
  const form = useOrderCommand(sharePaymentLink)
  const stored = useStoredEntries('share-payment-link')
  return (
    <CommandForm
      command={sharePaymentLink}
      form={form}
      submitLabel="Share payment link"
      onSubmit={form.perform}
      clears
      stored={stored}
    >
      <Field
        type="url"
        inputMode="url"
        label="Payment link"
        placeholder="https://"
        defaultValue={stored.values.paymentLink}
        {...form.field('paymentLink')}
      />
    </CommandForm>
  )
}
