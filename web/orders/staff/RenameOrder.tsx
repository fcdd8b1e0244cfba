import { renameOrder } from '#domain/order/rename-order.ts'
import { Field } from '#web/kit/Field.tsx'
import { Rubric } from '#web/kit/Leaf.tsx'
import { useShownOrder } from '../context.ts'
import { useOrderAction } from '../useOrderAction.ts'
import { ActForm } from './ActForm.tsx'
import { Changed, useUntouched } from './useUntouched.tsx'

/** Gives the order a name of its own. */
export function RenameOrder() {
  const { order } = useShownOrder()
  const { perform, errors, pending } = useOrderAction(renameOrder)
  const { key, touch, settle, stale, renew } = useUntouched(order.title)
  return (
    <section aria-label="Name of the project">
      <Rubric title="The name over it all" />
      <ActForm
        key={key}
        label="Rename the project"
        act="Rename"
        pending={pending}
        onInput={touch}
        onSubmit={async (entries) => settle(await perform(entries))}
        note={stale && <Changed onRenew={renew} />}
      >
        <Field name="title" label="Name of the project" defaultValue={order.title} error={errors.title} />
      </ActForm>
    </section>
  )
}
