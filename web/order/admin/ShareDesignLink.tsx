import { shareDesignLink } from '#domain/order/share-design-link.ts'
import { Field } from '#web/kit/Field.tsx'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'
import { CommandForm } from './CommandForm.tsx'

/** Shows the client the next draft. */
export function ShareDesignLink() {
  const { perform, errors, pending } = useOrderCommand(shareDesignLink)
  return (
    <CommandForm
      command="shareDesignLink"
      label="Share design"
      submitLabel="Share design"
      pending={pending}
      onSubmit={perform}
      clears
    >
      <Field name="link" type="url" inputMode="url" label="Figma link" placeholder="https://" error={errors.link} />
    </CommandForm>
  )
}
