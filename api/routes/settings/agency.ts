import type { AppContext } from '#api/app-context.ts'
import type { Routes } from '#api/http/router.ts'
import type { SignedIn } from '#api/http/session.ts'
import { e164 } from '#api/routes/account/phone.ts'
import { agencyCommands } from '#domain/settings/actions.ts'
import { type Agency, agencies, publicPart, unsetParts, type WireAgency } from '#domain/settings/agency.ts'
import { agencyId } from '#domain/settings/brand.ts'
import { type CommandHandler, isUnusable, loadUsable } from '#infra/events/command-handler.ts'
import { Unavailable } from '#infra/unavailable.ts'

/** The agency’s own settings: its name, how it is reached and how it is paid. */
export const agencyRoutes = ({ handler, sessions }: AppContext) =>
  ({
    async getAgency({ person, request, response }) {
      const signedIn = person !== undefined || (await sessions.of(request, response)) !== undefined
      // Where they are set it must be said that they are damaged, and not that there are none.
      return { data: [wireOf(signedIn, await handler.load(agencies, agencyId))] }
    },

    async updateAgency({ body, execute }) {
      const { contact } = body
      const reached = contact && { ...contact, phone: await e164(contact.phone, 'contact.phone') }
      return execute(agencyCommands.reviseAgency, agencyId, { ...body, contact: reached })
    },
  }) satisfies Partial<Routes>

/** The agency as a caller may see it: all that is set with a session, the public part without; nothing where it is damaged. */
export async function agencyFor(signedIn: SignedIn | undefined, handler: CommandHandler): Promise<WireAgency> {
  return wireOf(signedIn !== undefined, await loadUsable(handler, agencies, agencyId))
}

function wireOf(signedIn: boolean, { state, revision }: { state: Agency; revision: number }): WireAgency {
  return { ...(signedIn ? state : publicPart(state)), revision }
}

/**
 * The lines of the start about settings that clients lack, and where to set them; none when they lack nothing. The store
 * reports damaged settings itself. A store that is away now is no reason not to start.
 */
export async function unsetLines(handler: CommandHandler, url: string): Promise<string[]> {
  const agency = await handler.load(agencies, agencyId).catch((error) => {
    if (!isUnusable(error) && !(error instanceof Unavailable)) throw error
  })
  if (!agency) return []
  const missing = unsetParts(agency.state)
  if (missing.length === 0) return []
  const shown = agency.state.bank || agency.state.upi ? 'only what is set' : 'no payment details'
  return [
    `agency settings missing: ${missing.join(', ')}. Clients see ${shown} until an admin adds them at ${url}/agency`,
  ]
}
