import { type Amounts, forPeople, inRupees, rupees } from '#domain/order/money.ts'
import { reviseInvoice } from '#domain/order/revise-invoice.ts'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Rubric } from '#web/kit/Leaf.tsx'
import { useOrderForm } from '../useOrderForm.ts'
import { ActForm } from './ActForm.tsx'

const written = ({ paid, actual, revisions }: Amounts) => ({
  paidAmount: inRupees(paid),
  actualAmount: inRupees(actual),
  noOfRevisions: String(revisions),
})

/** `22,500.00` and `22500` are the same number. */
const same = (one: unknown, other: unknown) => numberIn(one) === numberIn(other)
const numberIn = (text: unknown) => rupees.safeParse(text).data ?? String(text).trim()

/** Sets what was received, what the project costs, and how many revisions are paid for. */
export function ReviseInvoice() {
  const form = useOrderForm(reviseInvoice, {
    valuesOf: ({ invoice }) => written(invoice),
    valuesIn: ({ type, data }) => (type === 'InvoiceRevised' ? written(data) : undefined),
    same,
    show: (value, name) => (name === 'noOfRevisions' ? value : forPeople(rupees.parse(value))),
  })
  return (
    <section aria-label="Revise the invoice">
      <Rubric title="Revise the invoice" aside="In rupees" />
      <ActForm
        label="Revise the invoice"
        act="Update the invoice"
        pending={form.pending}
        onSubmit={form.submit}
        note={<ConflictNote form={form} />}
      >
        <Field inputMode="decimal" autoComplete="off" label="Received" {...form.field('paidAmount')} />
        <Field inputMode="decimal" autoComplete="off" label="Actual cost" {...form.field('actualAmount')} />
        <Field inputMode="numeric" autoComplete="off" label="Paid revisions" {...form.field('noOfRevisions')} />
      </ActForm>
    </section>
  )
}
