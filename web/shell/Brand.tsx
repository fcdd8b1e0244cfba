import { agencyName, logoPath } from '#domain/settings/agency.ts'
import { useAgency } from '#web/live/agency.ts'

/** The agency above every page, within a `wordmark`: its logo, or its name. */
export function Brand() {
  const agency = useAgency()
  const { logo } = agency
  if (!logo) return agencyName(agency)
  return <img src={logoPath(logo.filename)} width={logo.width} height={logo.height} alt={agencyName(agency)} />
}
