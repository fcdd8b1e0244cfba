import type { LoaderFunctionArgs } from 'react-router-dom'
import { securityKinds } from '#domain/contract/security.ts'
import { call } from '#web/api.ts'

/** How many entries are shown, and how many more at a time. */
export const pageSize = 50

/** The latest entries, of the kind that the address says. */
export async function loadSecurity({ request: { url, signal } }: LoaderFunctionArgs) {
  const asked = new URL(url).searchParams.get('kind')
  const kind = securityKinds.find((each) => each === asked)
  const { data, next } = await call('getSecurityLog', { query: { kind, limit: pageSize }, signal })
  return { kind, entries: data, next }
}

export type LoadedSecurity = Awaited<ReturnType<typeof loadSecurity>>
