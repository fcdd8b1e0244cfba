import type { AppContext } from '#api/app-context.ts'
import { pushedListState, requireWhole } from '#api/http/caught-up.ts'
import { linkOrigin } from '#api/http/origin.ts'
import type { Routes } from '#api/http/router.ts'
import type { AddressProofs } from '#api/routes/account/address-proofs.ts'
import type { Invitations } from '#api/routes/account/invitations.ts'
import { e164 } from '#api/routes/account/phone.ts'
import type { FunnelCounter } from '#api/routes/site/funnel.ts'
import { type Account, isActive, isAddressProven, isRegistered } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import { whyNotInvited } from '#domain/account/invite-client.ts'
import { NotFound } from '#domain/command.ts'
import { leadCommands, leads, visitorCommands } from '#domain/lead/actions.ts'
import type { Stage } from '#domain/lead/lead.ts'
import { countLeads, dueLeads, leadsAlike, listLeads, wireLeadOf } from '#projections/lead/leads.ts'

/** Leads: visitors who passed the test and asked for prices, and their stages. */
export const leadRoutes = (
  { handler, addresses, projections, settings, now }: AppContext,
  { invitations, proofs, funnel }: { invitations: Invitations; proofs: AddressProofs; funnel: FunnelCounter },
) => {
  const upToDate = pushedListState(handler)

  return {
    async submitDetails({ body: { ticket, ...details }, person, response, execute }) {
      const lead = { ...details, phone: await e164(details.phone) } // before anything is recorded of who is refused
      // A person is one id from the first contact on: that of the account which the address has, or would have.
      const id = await addresses.claim(details.email)
      response.locals.audited.account = id
      const { message } = await execute(visitorCommands.submitDetails, id, lead, {
        by: person ?? { id, name: details.name, role: 'client' },
      })
      return { message, ticket: await funnel.advanceIfAvailable(ticket, 'analyzing') }
    },

    async getLeads({ query, request }) {
      const state = await upToDate(request, projections.leads, { beside: [projections.accounts] })
      return { ...(await listLeads(projections, query)), ...state }
    },

    async getLeadCounts({ query: { dayEnds, ranges = [], ...filter }, request }) {
      const state = await upToDate(request, projections.leads)
      const [counts, due] = await Promise.all([
        countLeads(projections.leads, filter, ranges.map(rangeOf)),
        dueLeads(projections.leads, new Date(now()).toISOString(), dayEnds),
      ])
      return { ...counts, ...due, ...state }
    },

    async getLead({ query: { id }, request }) {
      await upToDate(request, projections.leads, { beside: [projections.accounts] })
      const [lead, { state: account }] = await Promise.all([
        projections.leads.collection.get(id),
        handler.load(accounts, id),
      ])
      if (!lead) {
        await requireWhole(projections.leads)
        throw new NotFound('Not found')
      }
      const client = isRegistered(account) && account.role === 'client'
      const at = new Date(now()).toISOString()
      return {
        lead: wireLeadOf(lead, client && isAddressProven(account) ? id : undefined),
        client: client ? { id, name: account.name, proven: isAddressProven(account) } : null,
        invitation: openInvitation(account, at),
        notInvited: whyNotInvited(account, at) ?? null,
        alike: await leadsAlike(projections, lead),
      }
    },

    async convertLead({ body: { leadId }, execute, ...asking }) {
      const { state: account } = await handler.load(accounts, leadId)
      const isClient = isRegistered(account) && account.role === 'client'
      const proven = isAddressProven(account)
      const clientId = isClient && proven ? leadId : undefined
      const proves = isClient && !proven && isActive(account)
      const invites = !proves && whyNotInvited(account, new Date(now()).toISOString()) === undefined
      if (proves || invites) linkOrigin(asking.request, settings)
      // First what may be refused: a mail cannot be taken back. If it does not go out, asking again sends it.
      const result = await execute(leadCommands.convertLead, leadId, { leadId, clientId }, { repeatKey: leadId })
      const won = result.events.length > 0 ? 'Lead marked as won. ' : ''
      if (proves) {
        await proofs.send(account, leadId, asking.request, result.events[0]?.id)
        return { ...result, message: `${won}We’ve asked the client to confirm their email address.` }
      }
      if (!invites) return result
      const { state: lead } = await handler.load(leads, leadId)
      await invitations.invite({ role: 'client', ...contactOf(lead) }, { execute, ...asking })
      return { ...result, message: `${won}Invitation sent.` }
    },
  } satisfies Partial<Routes>
}

/** An invitation that may still be accepted, as admins see it. */
const openInvitation = ({ invitation }: Account, now: string) =>
  invitation && invitation.expires > now ? { expires: invitation.expires, role: invitation.role } : null

const contactOf = ({ name, email, phone }: { name: string; email: string; phone: string }) => ({ name, email, phone })

/** A range as the call has it, `new:from/to`. */
function rangeOf(text: string): { stage: Stage; from?: string; to?: string } {
  const [, stage, from, to] = /^(\w+):(.*)\/(.*)$/.exec(text)!
  return { stage: stage as Stage, ...(from ? { from } : {}), ...(to ? { to } : {}) }
}
