import { renameOrder } from '#domain/order/rename-order.ts'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Rubric } from '#web/kit/Leaf.tsx'
import { useOrderForm } from '../useOrderForm.ts'
import { ActForm } from './ActForm.tsx'

/** Gives the order a name of its own. */
export function RenameOrder() {
  const form = useOrderForm(renameOrder, {
    valuesOf: ({ title }) => ({ title }),
    valuesIn: ({ type, data }) => (type === 'OrderRenamed' ? data : undefined),
  })
  return (
    <section aria-label="Name of the project">
      <Rubric title="The name over it all" />
      <ActForm
        label="Rename the project"
        act="Rename"
        pending={form.pending}
        onSubmit={form.submit}
        note={<ConflictNote form={form} />}
      >
        <Field label="Name of the project" {...form.field('title')} />
      </ActForm>
    </section>
  )
}
