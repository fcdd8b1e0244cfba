import { type Agency, agencies } from '#domain/settings/agency.ts'
import { agencyId } from '#domain/settings/brand.ts'
import { type CommandHandler, loadUsable } from './events/command-handler.ts'

/** Loads the agency's settings, or what holds where nothing is set, or what is cannot be used. Throws `Unavailable`. */
export const loadAgency = async (handler: Pick<CommandHandler, 'load'>): Promise<Agency> =>
  (await loadUsable(handler, agencies, agencyId)).state
