import { useState } from 'react'
import { type ErasureConfirmation, erasureConfirmation } from '#domain/account/erase-account.ts'
import type { WireErasure } from '#domain/contract/personal-data.ts'
import { call } from '#web/api.ts'
import { AsyncButton } from '#web/kit/Button.tsx'
import { toast, toastFailure } from '#web/kit/toast.ts'
import type { KeyFor } from '#web/kit/useMutation.ts'
import { Erasure } from './Erasure.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

type ErasePersonProps = { person: { id: string; name: string }; onErased(): unknown }

/** A button by which an admin erases a client, a lead, or an admin who was removed, once they have seen what goes. */
export function ErasePerson({ person, onErased }: ErasePersonProps) {
  const [erasure, setErasure] = useState<WireErasure>()

  async function erase(entered: ErasureConfirmation, keyFor: KeyFor) {
    const body = { ...entered, personId: person.id }
    const { message } = await call('erasePerson', { body, key: keyFor(['erase', person.id, entered]) })
    toast.success(message)
    setErasure(undefined)
    await onErased()
  }

  async function look() {
    try {
      setErasure((await call('previewErasure', { query: { id: person.id } })).data[0])
    } catch (error) {
      toastFailure(error)
    }
  }

  return (
    <>
      <AsyncButton kind="void" act={look}>
        Delete all data<span className="sr"> about {person.name}</span>
      </AsyncButton>
      {erasure && (
        <PasswordDialog
          title={`Delete all data about ${person.name}?`}
          typed={erasure.email}
          yes="Delete permanently"
          kind="void"
          input={erasureConfirmation}
          send={erase}
          onClose={() => setErasure(undefined)}
        >
          <Erasure erasure={erasure} />
        </PasswordDialog>
      )}
    </>
  )
}
