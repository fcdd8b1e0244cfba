import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { invitationInput } from '#domain/account/invite-admin.ts'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import type { Role } from '#domain/event.ts'
import { call } from '#web/api.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { Choices } from '#web/kit/Choices.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst } from '#web/kit/focus.tsx'
import { Row } from '#web/kit/Page.tsx'
import { shortDay } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useForm } from '#web/kit/useForm.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import { useNow } from '#web/kit/useNow.ts'
import { Since } from './PersonRow.tsx'

const roles = [
  { name: 'client', title: 'Client' },
  { name: 'admin', title: 'Admin' },
] as const satisfies { name: Role; title: string }[]

/** Invites a client or an admin by mail. */
export function Invite() {
  const [role, setRole] = useState<Role>('client')
  const [sent, setSent] = useState(0)
  const { revalidate } = useRevalidator()
  const { submit, correct, errors, pending } = useForm(invitationInput, async (body, keyFor) => {
    const { message } = await call(role === 'admin' ? 'inviteAdmin' : 'inviteClient', {
      body,
      key: keyFor([role, body]),
    })
    toast.success(message)
    setSent((before) => before + 1)
    await revalidate()
  })
  return (
    <Row className="invite lines-py-4 rule-below" margin={<i>Invite</i>}>
      <Form key={sent} label="Invite someone" onSubmit={submit} onInput={correct} className="invite-form grid gap-4">
        {sent > 0 && <FocusFirst />}
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

type Invitation = AnswerOf<Contract['getInvitations']>['data'][number]

/** A person who was invited and has not come yet. */
export function InvitationRow({ invitation: { id, role, email, name, by, at, expires } }: { invitation: Invitation }) {
  const { mutate, pending } = useMutation()
  const { revalidate } = useRevalidator()
  const expired = Date.parse(expires) <= useNow()
  const change = (make: (key: string) => Promise<{ message: string }>, what: string) =>
    mutate(async (keyFor) => {
      const { message } = await make(keyFor([what, id, at]))
      toast.success(message)
      await revalidate()
      return true
    })
  const again = () =>
    change(
      (key) =>
        role === 'admin'
          ? call('inviteAdmin', { body: { email }, key })
          : call('inviteClient', { body: { email, ...(name ? { name } : {}) }, key }),
      'again',
    )
  const withdraw = () => change((key) => call('withdrawInvitation', { body: { personId: id }, key }), 'withdraw')
  return (
    <Row as="li" className="person is-invited lines-py-3" margin={<Since at={at} />}>
      <div className="person-line">
        <span className="min-w-0">
          <span className="person-name">{email}</span>
          <span className="block small break-anywhere">
            Invited by {by}. {expired ? 'The link has expired.' : `The link is valid until ${shortDay(expires)}.`}
          </span>
        </span>
        <span className="person-has">as {role === 'admin' ? 'an admin' : 'a client'}</span>
        <span className="person-where" />
        <span className="person-acts">
          <TextButton disabled={pending} onClick={again}>
            Resend invitation<span className="sr"> to {email}</span>
          </TextButton>
          <TextButton disabled={pending} onClick={withdraw}>
            Withdraw invitation<span className="sr"> for {email}</span>
          </TextButton>
        </span>
      </div>
    </Row>
  )
}
