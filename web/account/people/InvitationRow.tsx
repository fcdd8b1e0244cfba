import { useRevalidator } from 'react-router-dom'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { call } from '#web/api.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { shortDay } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import { Since } from './PersonRow.tsx'

type Invitation = AnswerOf<Contract['getInvitations']>['data'][number]

/** A person who was invited and has not come yet. */
export function InvitationRow({ invitation: { id, role, email, name, by, at, expires } }: { invitation: Invitation }) {
  const { mutate, pending } = useMutation()
  const { revalidate } = useRevalidator()
  const expired = Date.parse(expires) <= Date.now()
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
