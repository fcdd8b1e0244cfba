import type { Endpoint, Method } from './call.ts'
import { endpoints, pathNamed } from './endpoints.ts'
import { orderEndpoints } from './orders.ts'

/** Every call there is: those that have a line in the table of endpoints, and the actions, which say it themselves. */
export const allEndpoints = { ...endpoints, ...orderEndpoints } as const

/** What a call is called, in the server's routes and in the contract. */
export type CallName = keyof typeof allEndpoints

/** The method and the path of a call; a path may have parameters, as `/uploads/:filename` has. */
export function endpointOf(name: CallName): { method: Method; path: string } {
  const [method, path = pathNamed(name)] = (allEndpoints[name] as Endpoint).split(' ') as [Method, string?]
  return { method, path }
}
