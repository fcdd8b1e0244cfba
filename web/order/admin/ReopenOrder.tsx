import { useState } from 'react'
import { reopenOrder } from '#domain/order/close-order.ts'
import { Confirm } from '#web/kit/Confirm.tsx'
import { Field } from '#web/kit/Field.tsx'
import { CommandForm } from '#web/order/CommandForm.tsx'
import { useOrderCommand } from '#web/order/useOrderCommand.ts'

/** Opens a closed order again, with a reason, once the admin has said so twice. */
export function ReopenOrder() {
  const { perform, errors, correct, pending } = useOrderCommand(reopenOrder)
  const [reasonToConfirm, setReasonToConfirm] = useState<string>()

  const reopen = async (reason: string) => {
    await perform({ reason })
    setReasonToConfirm(undefined)
  }

  return (
    <>
      <CommandForm
        command="reopenOrder"
        label="Reopen order"
        submitLabel="Reopen order"
        pending={pending}
        onInput={correct}
        onSubmit={async ({ reason }) => {
          const text = String(reason ?? '')
          // Without a reason there is nothing to confirm: the form says what it lacks.
          if (!text.trim()) return perform({ reason: text })
          setReasonToConfirm(text)
          return false
        }}
      >
        <Field name="reason" label="Reason for reopening" hint="The client will see this." error={errors.reason} />
      </CommandForm>
      {reasonToConfirm !== undefined && (
        <Confirm
          question="Are you sure you want to reopen the order"
          yes="Reopen order"
          kind="solid"
          pending={pending}
          onYes={() => reopen(reasonToConfirm)}
          onNo={() => setReasonToConfirm(undefined)}
        />
      )}
    </>
  )
}
