import { renameOrder } from '#domain/order/rename-order.ts'
import { Field } from '#web/kit/Field.tsx'
import { TitledSection } from '#web/kit/Page.tsx'
import { CommandForm } from '#web/order/CommandForm.tsx'
import { useOrderForm } from '#web/order/useOrderForm.ts'

/** The form that gives the order a name of its own. */
export function RenameOrder() {
  const form = useOrderForm(renameOrder, {
    valuesOf: ({ title }) => ({ title }),
    valuesIn: ({ type, data }) => (type === 'OrderRenamed' ? data : undefined),
  })
  return (
    <TitledSection title="Project name">
      <CommandForm command={renameOrder} form={form} submitLabel="Rename project" onSubmit={form.submit}>
        <Field label="Project name" {...form.field('title')} />
      </CommandForm>
    </TitledSection>
  )
}
