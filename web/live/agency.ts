import { useSyncExternalStore } from 'react'
import { streamOf } from '#domain/event.ts'
import { type Agency, agencies, agencyId, agencyName, type WireAgency } from '#domain/settings/agency.ts'
import type { WireEvent } from '#domain/wire.ts'
import { call } from '#web/api.ts'

let agency: WireAgency | undefined
const watchers = new Set<() => void>()

// Its name stands in the page itself, so that nothing waits for it; the rest comes with the session.
const shown = (): WireAgency =>
  (agency ??= {
    name: document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content,
    revision: -1,
  })

/** Shows the agency as the server answered it, unless something newer is known. */
export function showAgency(answered: WireAgency): void {
  // The same revision may bring more, after a login, or less, after a logout.
  if (answered.revision < shown().revision) return
  agency = answered
  for (const changed of watchers) changed()
}

/** Applies the agency's events of the live connection: each has all that is set. */
export function applyAgencyEvent({ stream, data, revision }: WireEvent): void {
  if (stream === streamOf(agencies, agencyId)) showAgency({ ...(data as Agency), revision })
}

/** Loads the agency. A failure is ignored: the page goes on with what it has. */
export async function loadAgency(): Promise<void> {
  await call('getAgency').then(
    ({ data: [answered] }) => showAgency(answered),
    () => {},
  )
}

const subscribe = (changed: () => void) => {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** What the agency has set of itself, as far as the reader may see it. */
export const useAgency = (): Agency => useSyncExternalStore(subscribe, shown)

/** What the agency is called. */
export const useAgencyName = (): string => agencyName(useAgency())
