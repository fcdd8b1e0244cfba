import { Refusal } from '../command.ts'
import type { Account } from './account.ts'

/** The error message for an address whose last holder is being erased at this moment. */
export const beingErased = 'This account is being deleted. Please try again in a few minutes.'

/** Throws `Refusal` while the last holder of an address is being erased: nobody else is to be mistaken for them. */
export function onlyUnlessBeingErased({ erasing }: Account): void {
  if (erasing !== undefined) throw new Refusal(beingErased)
}
