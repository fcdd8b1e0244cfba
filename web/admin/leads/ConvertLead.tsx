import { call } from '#web/api.ts'
import { HttpError } from '#web/http.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { day } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import type { LeadList } from './lead-list.ts'
import type { LeadDetails } from './useLeadDetails.ts'
import './LeadsPage.css'

type ConvertLeadProps = { details: LeadDetails; list: LeadList; reload(): Promise<LeadDetails> }

/** Wins a lead and invites them as a client; and what has become of that. */
export function ConvertLead({ details, list, reload }: ConvertLeadProps) {
  const { lead, client, invitation } = details
  const { mutate, pending } = useMutation()

  const convert = () =>
    mutate(async (keyFor) => {
      const { id: leadId, revision } = lead
      try {
        const answer = await call('convertLead', {
          body: { leadId },
          revision,
          key: keyFor(['convert', leadId, revision]),
        })
        list.applyEvents(answer.events)
        toast.success(answer.message)
      } catch (error) {
        // What another has changed is to be seen before a mail goes out.
        if (error instanceof HttpError && error.status === 412) await reload()
        throw error
      }
      await reload()
      return true
    })

  const withdraw = () =>
    mutate(async (keyFor) => {
      const { message } = await call('withdrawInvitation', {
        body: { personId: lead.id },
        key: keyFor(['withdraw', lead.id]),
      })
      toast.success(message)
      await reload()
      return true
    })

  if (client) {
    return (
      <p className="lead-convert meta">
        <b className="weight-600 ink">Is a client:</b> <bdi>{client.name}</bdi>.{' '}
        {client.proven
          ? 'The address is theirs: they have read a mail that we sent there.'
          : 'Whoever registered has not shown yet that the address is theirs.'}
        {lead.stage !== 'won' && (
          <Button type="button" pending={pending} onClick={convert}>
            Win this lead
          </Button>
        )}
      </p>
    )
  }
  return (
    <div className="lead-convert">
      {invitation?.role === 'client' ? (
        <>
          <p className="meta" role="status">
            <b className="weight-600 ink">Invited.</b> The link that was mailed to {lead.email} is good until{' '}
            {day(invitation.expires)}.
          </p>
          <p className="flex gap-5">
            <TextButton disabled={pending} onClick={convert}>
              Send it again
            </TextButton>
            <TextButton disabled={pending} onClick={withdraw}>
              Withdraw it
            </TextButton>
          </p>
        </>
      ) : (
        <>
          <Button type="button" pending={pending} onClick={convert}>
            {lead.stage === 'won' ? 'Invite as a client' : 'Convert to client'}
          </Button>
          <p className="meta">
            {invitation
              ? 'This address is invited as an admin. Converting moves the line to Won, and sends nothing.'
              : 'Sends an invitation to the address above and moves the line to Won. No order is opened: they answer the questions first.'}
          </p>
        </>
      )}
    </div>
  )
}
