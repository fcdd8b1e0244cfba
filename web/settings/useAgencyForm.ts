import type { WireAgency } from '#domain/settings/agency.ts'
import { reviseAgency } from '#domain/settings/revise-agency.ts'
import { call } from '#web/api.ts'
import type { ServerState } from '#web/kit/synced.ts'
import { check } from '#web/kit/useMutation.ts'
import { useSyncedForm } from '#web/kit/useSyncedForm.ts'
import { applyAgencyEvent, currentAgency, showAgency } from '#web/live/agency.ts'
import { agencyChanges } from './agency-changes.ts'
import type { Versions } from './versions.ts'
import { writerIn } from './versions.ts'

/**
 * A form about some fields of the agency, by their paths: `name`, `bank.ifsc`. A blank field is one that is not set, and
 * is shown to no one.
 */
export function useAgencyForm<Name extends string>(names: readonly Name[], agency: WireAgency, versions: Versions) {
  type Values = Record<Name, string>
  const stateOf = (agency: WireAgency): ServerState<Values> => ({
    values: Object.fromEntries(names.map((name) => [name, textAt(agency, name)])) as Values,
    revision: agency.revision,
  })
  return useSyncedForm<Values>({
    serverState: stateOf(agency),
    async send(changes, how) {
      // What was touched stands as its writer saw it on this revision: whatever is newer is answered with 412.
      const body = agencyChanges(changes, stateOf(currentAgency()).values)
      await check(reviseAgency.input, body)
      const { message, events } = await call('updateAgency', { body, ...how })
      for (const event of events) applyAgencyEvent(event)
      return { message, serverState: stateOf(currentAgency()) }
    },
    async refresh() {
      const [answered] = (await call('getAgency')).data
      showAgency(answered)
      return stateOf(answered)
    },
    writerOf: (name) => writerIn(versions, name),
  })
}

/** The value at a path, as text; blank where nothing is set. */
function textAt(value: object, path: string): string {
  let at: unknown = value
  for (const name of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[name]
  return typeof at === 'string' || typeof at === 'number' ? String(at) : ''
}
