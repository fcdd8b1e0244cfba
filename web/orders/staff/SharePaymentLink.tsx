import { sharePaymentLink } from '#domain/order/share-payment-link.ts'
import { Field } from '#web/kit/Field.tsx'
import { useOrderAction } from '../useOrderAction.ts'
import { ActForm } from './ActForm.tsx'

/** Tells the client where an international payment is made. */
export function SharePaymentLink() {
  const { perform, errors, pending } = useOrderAction(sharePaymentLink)
  return (
    <ActForm label="Share a payment link" act="Share the link" pending={pending} onSubmit={perform} clears>
      <Field
        name="paymentLink"
        type="url"
        inputMode="url"
        label="Payment link"
        placeholder="https://"
        error={errors.paymentLink}
      />
    </ActForm>
  )
}
