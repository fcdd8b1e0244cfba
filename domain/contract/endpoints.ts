import type { Endpoint, Method } from './call.ts'
import { type CallName, contract } from './contract.ts'
import { type CalledName, calledOrderCommands } from './orders.ts'

/** The name of a call that is no command on an order: those have their endpoints in their definitions. */
export type NamedCall = Exclude<CallName, CalledName>

/**
 * Where each of them is, by its name. Pages call by name and need no more of the contract than this: they are built
 * with the table alone (vite.config.ts). It has no path that follows from its name, and no GET.
 */
export const endpoints = Object.fromEntries(
  Object.entries(contract).flatMap(([name, { endpoint }]) => (name in calledOrderCommands ? [] : [[name, endpoint]])),
) as Partial<Record<NamedCall, Endpoint | Method>>
