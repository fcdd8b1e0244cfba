import { shareDesignLink } from '#domain/order/share-design-link.ts'
import { Field } from '#web/kit/Field.tsx'
import { useOrderAction } from '../useOrderAction.ts'
import { ActForm } from './ActForm.tsx'

/** Shows the client the next draft. */
export function ShareDesignLink() {
  const { perform, errors, pending } = useOrderAction(shareDesignLink)
  return (
    <ActForm label="Share a design" act="Share the design" pending={pending} onSubmit={perform} clears>
      <Field name="link" type="url" inputMode="url" label="Figma link" placeholder="https://" error={errors.link} />
    </ActForm>
  )
}
