import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { invitationInput } from '#domain/account/invite-admin.ts'
import type { Role } from '#domain/event.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { Row } from '#web/kit/Page.tsx'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'

const roles = [
  { name: 'client', title: 'Client' },
  { name: 'admin', title: 'Admin' },
] as const satisfies { name: Role; title: string }[]

/** Invites a client or an admin by mail. */
export function Invite() {
  const [role, setRole] = useState<Role>('client')
  const [sent, setSent] = useState(0)
  const { revalidate } = useRevalidator()
  const { submit, correct, errors, pending } = useForm(invitationInput, async (body) => {
    const { message } = await call(role === 'admin' ? 'inviteAdmin' : 'inviteClient', { body })
    toast.success(message)
    setSent((before) => before + 1)
    await revalidate()
  })
  return (
    <Row className="invite lines-py-4 rule-below" margin={<i>Invite</i>}>
      <Form key={sent} label="Invite someone" onSubmit={submit} onInput={correct} className="invite-form grid gap-4">
        <Field
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          placeholder="someone@theirbusiness.example"
          error={errors.email}
          required
        />
        <Choices<Role> label="Role" options={roles} chosen={role} onChoose={(chosen) => setRole(chosen)} />
        <Button pending={pending}>Send invitation</Button>
      </Form>
    </Row>
  )
}
