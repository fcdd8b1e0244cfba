import type { z } from 'zod'
import type { CommandResult } from '#domain/event.ts'
import type { WireAgency } from '#domain/settings/agency.ts'
import { reviseAgency } from '#domain/settings/revise-agency.ts'
import { call } from '#web/api.ts'
import type { ServerState } from '#web/kit/synced.ts'
import { check } from '#web/kit/useMutation.ts'
import { type SyncedFormOptions, useSyncedForm } from '#web/kit/useSyncedForm.ts'
import { applyAgencyEvent, currentAgency, showAgency } from '#web/live/agency.ts'
import type { LiveSetting, Setting } from '#web/live/settings.ts'
import { type Versions, writerIn } from './versions.ts'

type Options<State, Values> = Pick<SyncedFormOptions<Values>, 'show' | 'same'> & {
  live: LiveSetting<State>
  setting: Setting<State>
  versions: Versions
  /** The values of the form, out of the setting. */
  valuesOf(state: State): Values
  /** Makes the call. `now` is the setting that the changes are made on. Throws `HttpError`. */
  send(
    changes: Partial<Values>,
    options: { revision: number; key: string },
    now: State,
  ): Promise<Pick<CommandResult, 'message' | 'events'>>
  /** The path of a field in the versions: its name unless given. */
  fieldOf?(name: keyof Values & string): string
}

/** A form about a setting that pages follow live, and that other admins change as well. */
export function useSettingForm<State, Values extends object>({
  live,
  setting,
  versions,
  valuesOf,
  send,
  fieldOf = (name) => name,
  ...options
}: Options<State, Values>) {
  const stateOf = ({ state, revision }: Setting<State>): ServerState<Values> => ({ values: valuesOf(state), revision })
  return useSyncedForm<Values>({
    ...options,
    serverState: stateOf(setting),
    async send(changes, how) {
      const { message, events } = await send(changes, how, live.now()!.state)
      return { message, serverState: stateOf(live.apply(events)) }
    },
    refresh: async () => stateOf(await live.refresh()),
    writerOf: (name) => writerIn(versions, fieldOf(name)),
  })
}

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

type Body = z.input<typeof reviseAgency.input>

/**
 * Returns the body of `update-agency` for a form: changes by path (`bank.ifsc`), and all values of the form by path. A part
 * of the agency is sent whole, with what stands in its other fields; one that is blank altogether is taken away.
 */
export function agencyChanges(
  changes: Readonly<Record<string, string | undefined>>,
  values: Readonly<Record<string, string | undefined>>,
): Body {
  const now = { ...values, ...changes } as Record<string, string>
  const body: Record<string, unknown> = {}
  for (const path of Object.keys(changes)) {
    const [part = '', field] = path.split('.', 2)
    body[part] = field === undefined ? now[path]!.trim() || null : partOf(now, part)
  }
  return body as Body
}

/** The fields of a part that are not blank; null when all of them are. */
function partOf(values: Readonly<Record<string, string>>, part: string): object | null {
  const written = Object.entries(values)
    .filter(([path, value]) => path.startsWith(`${part}.`) && value.trim() !== '')
    .map(([path, value]) => [path.slice(part.length + 1), value] as const)
  if (written.length === 0) return null
  const flat = written.filter(([path]) => !path.includes('.'))
  const inner = [...new Set(written.flatMap(([path]) => (path.includes('.') ? [path.split('.')[0]!] : [])))]
  return Object.fromEntries([...flat, ...inner.map((name) => [name, partOf(Object.fromEntries(written), name)])])
}
