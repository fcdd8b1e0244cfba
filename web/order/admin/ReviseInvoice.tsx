import { amountOf, formatMoney, toWireRupees } from '#domain/money.ts'
import type { Amounts } from '#domain/order/invoice.ts'
import { reviseInvoice } from '#domain/order/revise-invoice.ts'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Field } from '#web/kit/Field.tsx'
import { TitledSection } from '#web/kit/Page.tsx'
import { CommandForm } from '#web/order/CommandForm.tsx'
import { useOrderForm } from '#web/order/useOrderForm.ts'

const written = ({ paid, actual, revisions }: Amounts) => ({
  paidAmount: toWireRupees(paid),
  actualAmount: toWireRupees(actual),
  noOfRevisions: String(revisions),
})

/** `22,500.00` and `22500` are the same number. */
const same = (one: unknown, other: unknown) => numberIn(one) === numberIn(other)
const numberIn = (text: unknown) => amountOf(text) ?? String(text).trim()

/** Sets what was received, what the project costs, and how many revisions are paid for. */
export function ReviseInvoice() {
  const form = useOrderForm(reviseInvoice, {
    valuesOf: ({ invoice }) => written(invoice),
    valuesIn: ({ type, data }) => (type === 'InvoiceRevised' ? written(data) : undefined),
    same,
    show: (value, name) => (name === 'noOfRevisions' ? value : formatMoney(amountOf(value) ?? 0)),
  })
  return (
    <TitledSection title="Update invoice" aside="Amounts in rupees">
      <CommandForm
        command="reviseInvoice"
        label="Update invoice"
        submitLabel="Update invoice"
        pending={form.pending}
        onSubmit={form.submit}
        note={<ConflictNote form={form} />}
      >
        <Field inputMode="decimal" autoComplete="off" label="Amount paid" {...form.field('paidAmount')} />
        <Field inputMode="decimal" autoComplete="off" label="Project price" {...form.field('actualAmount')} />
        <Field
          inputMode="numeric"
          autoComplete="off"
          label="Number of paid revisions"
          {...form.field('noOfRevisions')}
        />
      </CommandForm>
    </TitledSection>
  )
}
