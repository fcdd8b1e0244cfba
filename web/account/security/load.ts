import type { LoaderFunctionArgs } from 'react-router-dom'
import { type SecurityKind, securityKinds } from '#domain/contract/call.ts'
import { call } from '#web/api.ts'

/** How many entries are shown, and how many more at a time. */
const pageSize = 50

/** A page of the entries of a kind, or of all. Throws `HttpError`. */
export const loadPage = (
  kind: SecurityKind | undefined,
  more: { after?: string | undefined; signal?: AbortSignal } = {},
) =>
  call('getSecurityLog', {
    query: { kind, limit: pageSize, after: more.after },
    ...(more.signal ? { signal: more.signal } : {}),
  })

/** The latest entries, of the kind that the address says. */
export async function loadSecurity({ request: { url, signal } }: LoaderFunctionArgs) {
  const requested = new URL(url).searchParams.get('kind')
  const kind = securityKinds.find((each) => each === requested)
  const { data, ...rest } = await loadPage(kind, { signal })
  return { kind, entries: data, ...rest }
}

export type LoadedSecurity = Awaited<ReturnType<typeof loadSecurity>>
