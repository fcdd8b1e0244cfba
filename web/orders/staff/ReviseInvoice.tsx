import { inRupees } from '#domain/order/money.ts'
import { reviseInvoice } from '#domain/order/revise-invoice.ts'
import { Field } from '#web/kit/Field.tsx'
import { Rubric } from '#web/kit/Leaf.tsx'
import { useShownOrder } from '../context.ts'
import { useOrderAction } from '../useOrderAction.ts'
import { ActForm } from './ActForm.tsx'
import { Changed, useUntouched } from './useUntouched.tsx'

/** Sets what was received, what the project costs, and how many revisions are paid for. */
export function ReviseInvoice() {
  const { order } = useShownOrder()
  const { perform, errors, pending } = useOrderAction(reviseInvoice)
  const { paid, actual, revisions } = order.invoice
  const { key, touch, settle, stale, renew } = useUntouched(order.invoice)
  return (
    <section aria-label="Revise the invoice">
      <Rubric title="Revise the invoice" aside="In rupees" />
      <ActForm
        key={key}
        label="Revise the invoice"
        act="Update the invoice"
        pending={pending}
        onInput={touch}
        onSubmit={async (entries) => settle(await perform(entries))}
        note={stale && <Changed onRenew={renew} />}
      >
        <Field
          name="paidAmount"
          inputMode="decimal"
          autoComplete="off"
          label="Received"
          defaultValue={inRupees(paid)}
          error={errors.paidAmount}
        />
        <Field
          name="actualAmount"
          inputMode="decimal"
          autoComplete="off"
          label="Actual cost"
          defaultValue={inRupees(actual)}
          error={errors.actualAmount}
        />
        <Field
          name="noOfRevisions"
          inputMode="numeric"
          autoComplete="off"
          label="Paid revisions"
          defaultValue={String(revisions)}
          error={errors.noOfRevisions}
        />
      </ActForm>
    </section>
  )
}
