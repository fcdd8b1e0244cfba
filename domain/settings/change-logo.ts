import { z } from 'zod'
import type { Command } from '../command.ts'
import { type Agency, type AgencyEvent, agencies, type Logo } from './agency.ts'

/** Puts a logo in place of the name. The pictures are stored already, and made from what was sent. */
export const changeLogo: Command<Agency, AgencyEvent, Logo> = {
  aggregate: agencies,
  roles: ['admin'],
  input: z.object({ filename: z.string(), icon: z.string(), width: z.int(), height: z.int() }),
  success: 'Logo updated',
  decide: (before, logo) => [{ type: 'AgencyRevised', data: { ...before, logo } }],
}
