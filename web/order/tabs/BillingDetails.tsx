import { giveBillingDetails } from '#domain/order/give-billing-details.ts'
import { businessOf } from '#domain/order/project-name.ts'
import { Field, TextArea } from '#web/kit/Field.tsx'
import { TitledSection } from '#web/kit/Page.tsx'
import { StateField } from '#web/kit/StateField.tsx'
import { CommandForm } from '#web/order/CommandForm.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderForm } from '#web/order/useOrderForm.ts'

const fields = ['name', 'address', 'state', 'gstin'] as const
type Values = Record<(typeof fields)[number], string>
const written = (values: Partial<Record<keyof Values, string | undefined>>) =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? ''])) as Values

/** The form of the invoiced party, by the client, or the agency for them. The whole is sent, whatever was changed. */
export function BillingDetails() {
  const { order, viewer, now } = useShownOrder()
  const form = useOrderForm(giveBillingDetails, {
    inputOf: (changes: Partial<Values>) => ({ ...written(now().order.buyer ?? {}), ...changes }),
    valuesOf: ({ buyer }) => written(buyer ?? {}),
    valuesIn: ({ type, data }) => (type === 'BillingDetailsGiven' ? written(data) : undefined),
  })
  const business = businessOf(order.questions)
  return (
    <TitledSection
      title="Billing details"
      aside={viewer.role === 'admin' ? 'Who invoices are for' : 'Who we invoice'}
      className="no-print"
    >
      <CommandForm
        command={giveBillingDetails}
        form={form}
        label="Billing details"
        submitLabel="Save billing details"
        onSubmit={form.submit}
      >
        <Field
          label="Name or company"
          autoComplete="organization"
          placeholder={!order.buyer?.name && business ? business.name : undefined}
          {...form.field('name')}
        />
        <TextArea label="Address" rows={3} autoComplete="street-address" {...form.field('address')} />
        <StateField {...form.field('state')} />
        <Field
          label="GSTIN"
          hint={viewer.role === 'admin' ? 'If they have one.' : 'If you have one.'}
          autoComplete="off"
          spellCheck={false}
          {...form.field('gstin')}
        />
      </CommandForm>
    </TitledSection>
  )
}
