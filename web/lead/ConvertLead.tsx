import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { day } from '#web/kit/time.ts'
import { useChange } from '#web/kit/useChange.ts'
import type { KeyFor } from '#web/kit/useMutation.ts'
import type { LoadedLead } from './LeadDetails.tsx'
import type { LeadList } from './lead-list.ts'
import './leads.css'

type ConvertLeadProps = { details: LoadedLead; list: LeadList; reload(): Promise<LoadedLead> }

/** Wins a lead and invites them as a client; and what has become of that. */
export function ConvertLead({ details, list, reload }: ConvertLeadProps) {
  const { lead, client, invitation, notInvited } = details
  const { change, pending } = useChange()
  const { id, name, email, phone, revision } = lead

  async function send(keyFor: KeyFor) {
    try {
      const key = keyFor(['convert', id, revision])
      const answer = await call('convertLead', { body: { leadId: id }, revision, key })
      list.applyEvents(answer.events)
      return answer
    } catch (error) {
      // What another has changed is to be seen before a mail goes out.
      if (error instanceof HttpError && error.status === 412) await reload()
      throw error
    }
  }
  const convert = () => change(send, reload)
  // The stage stays: who was lost since may still accept.
  const resend = () =>
    change((keyFor) => call('inviteClient', { body: { name, email, phone }, key: keyFor(['resend', id]) }), reload)
  const withdraw = () =>
    change((keyFor) => {
      const key = keyFor(['withdraw', id, invitation?.expires]) // they may have been invited again since
      return call('withdrawInvitation', { body: { personId: id }, key })
    }, reload)

  if (client) {
    return (
      <p className="mt-4 pt-4 meta rule-above">
        <b className="weight-600 ink">Already a client:</b> <bdi>{client.name}</bdi>.{' '}
        {client.proven ? 'Email address confirmed.' : 'Email address not confirmed yet.'}
        {lead.stage !== 'won' && (
          <Button className="mt-2" pending={pending} onClick={convert}>
            Mark as won
          </Button>
        )}
      </p>
    )
  }
  if (lead.stage === 'won' && notInvited) return null
  return (
    <div className="grid gap-2 mt-4 pt-4 break-anywhere rule-above">
      {invitation?.role === 'client' ? (
        <>
          <p className="meta" role="status">
            <b className="weight-600 ink">Invited.</b> The link sent to {lead.email} is valid until{' '}
            {day(invitation.expires)}.
          </p>
          <p className="flex gap-5">
            <TextButton disabled={pending} onClick={resend}>
              Resend invitation
            </TextButton>
            <TextButton disabled={pending} onClick={withdraw}>
              Withdraw invitation
            </TextButton>
          </p>
        </>
      ) : (
        <>
          <Button pending={pending} onClick={convert}>
            {lead.stage === 'won' ? 'Invite as client' : 'Convert to client'}
          </Button>
          <p className="meta">
            {notInvited
              ? `${notInvited.replace(/\.?$/, '.')} Converting marks the lead as won, without an email.`
              : 'Sends an invitation and marks the lead as won. Their project starts once they answer the questionnaire.'}
          </p>
        </>
      )}
    </div>
  )
}
