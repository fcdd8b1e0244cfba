import { sharePaymentLink } from '#domain/order/share-payment-link.ts'
import { Field } from '#web/kit/Field.tsx'
import { CommandForm } from '#web/order/CommandForm.tsx'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'

/** The form that shows the client where an international payment is made. */
export function SharePaymentLink() {
  const { perform, errors, pending } = useOrderCommand(sharePaymentLink)
  return (
    <CommandForm
      command="sharePaymentLink"
      label="Share payment link"
      submitLabel="Share payment link"
      pending={pending}
      onSubmit={perform}
      clears
    >
      <Field
        name="paymentLink"
        type="url"
        inputMode="url"
        label="Payment link"
        placeholder="https://"
        error={errors.paymentLink}
      />
    </CommandForm>
  )
}
