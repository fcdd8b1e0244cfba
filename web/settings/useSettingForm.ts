import type { ReactNode } from 'react'
import type { CommandResult } from '#domain/event.ts'
import type { ServerState } from '#web/kit/synced.ts'
import { useSyncedForm } from '#web/kit/useSyncedForm.ts'
import type { LiveSetting, Setting } from '#web/live/setting.ts'
import { type Versions, writerIn } from './versions.ts'

type Options<State, Values> = {
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
  /** Shows a field’s value, as people read it: as it is unless given. */
  show?(value: Values[keyof Values], name: keyof Values & string): ReactNode
  /** Whether two values mean the same, where it is not the same text. */
  same?(one: unknown, other: unknown): boolean
}

/** A form about a setting that pages follow live, and that other admins change as well. */
export function useSettingForm<State, Values extends object>(options: Options<State, Values>) {
  const { live, setting, versions, valuesOf, send, fieldOf = (name) => name, show, same } = options
  const stateOf = ({ state, revision }: Setting<State>): ServerState<Values> => ({ values: valuesOf(state), revision })
  return useSyncedForm<Values>({
    serverState: stateOf(setting),
    async send(changes, how) {
      const { message, events } = await send(changes, how, live.now()!.state)
      return { message, serverState: stateOf(live.apply(events)) }
    },
    refresh: async () => stateOf(await live.refresh()),
    writerOf: (name) => writerIn(versions, fieldOf(name)),
    ...(show ? { show } : {}),
    ...(same ? { same } : {}),
  })
}
