import { useSyncExternalStore } from 'react'
import type { WireEvent } from '#domain/event.ts'
import type { Agency, AgencyEvent, WireAgency } from '#domain/settings/agency.ts'
import { agencyName, agencyStream, defaultTimeZone, logoPath } from '#domain/settings/brand.ts'
import { call } from '#web/api.ts'
import { setZone } from '#web/kit/time.ts'
import { siteData } from '#web/site-data.ts'
import { createWatchers } from './watchers.ts'

let agency: WireAgency | undefined
const { subscribe, notify } = createWatchers()

const unknown: WireAgency = { revision: -1 }

/**
 * The agency’s settings, as far as this page knows. Their public part came with the page, so that nothing waits for it;
 * the rest comes with the session.
 */
export const currentAgency = (): WireAgency => agency ?? siteData()?.agency ?? unknown

/** Shows the agency as the server answered it, unless something newer is known. */
export function showAgency(answered: WireAgency): void {
  // The same revision may bring more, after a login, or less, after a logout.
  if (answered.revision < currentAgency().revision) return
  const before = currentAgency()
  agency = answered
  if (typeof document === 'undefined' || JSON.stringify(before) === JSON.stringify(answered)) return
  applyBrand(answered)
  if (answered.colour !== before.colour) applyColour(answered.colour).catch(() => {}) // the next page has it
  notify()
}

/** Forgets what a person was shown of it, before the server renders a page for another one. */
export function forgetAgency(): void {
  agency = undefined
}

/** Applies the agency’s brand to the document itself: its icon, the zone of its times. */
function applyBrand({ logo, timeZone = defaultTimeZone }: Agency): void {
  setZone(timeZone)
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!icon) return
  icon.href = logo ? logoPath(logo.icon) : '/mark.svg'
  icon.type = logo ? 'image/png' : 'image/svg+xml'
}

/** Shows the agency's colour. It came with the page, so its shades are reckoned only where another one is chosen. */
async function applyColour(colour: string | undefined): Promise<void> {
  const { accentInCss } = await import('#domain/settings/colour.ts')
  if (currentAgency().colour !== colour) return
  document.documentElement.style.setProperty('--accent', colour ? accentInCss(colour) : 'var(--ink)')
}

/** Applies the agency's events of the live connection: each has all that is set. */
export function applyAgencyEvent({ stream, type, data, revision }: WireEvent): void {
  if (stream !== agencyStream) return
  if (type === ('AgencyRevised' satisfies AgencyEvent['type'])) showAgency({ ...(data as Agency), revision })
  else void loadAgency() // a newer server wrote it: it is asked what stands
}

/** Loads the agency. Where that fails the page goes on with what it has, and `onFailure` is called. */
export async function loadAgency(onFailure: () => unknown = () => {}): Promise<void> {
  await call('getAgency').then(({ data: [answered] }) => showAgency(answered), onFailure)
}

/** The agency’s settings, as far as the reader may see them. */
export const useAgency = (): WireAgency => useSyncExternalStore(subscribe, currentAgency, currentAgency)

/** The agency’s name. */
export const useAgencyName = (): string => agencyName(useAgency())
