import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import type { SettingName } from '#domain/settings/versions.ts'
import { call } from '#web/api.ts'
import { useVersions, type Versions as VersionsOf } from '#web/live/useVersions.ts'

export type VersionsPage = AnswerOf<Contract['getSettingVersions']>
export type Version = VersionsPage['data'][number]
export type Versions = VersionsOf<Version>

/** A page of the versions of a setting, newest first. Throws `HttpError`. */
export const loadVersions = (setting: SettingName, after?: string): Promise<VersionsPage> =>
  call('getSettingVersions', { query: { of: setting, after } })

/** The versions of a setting from a first page, which follow its revision. */
export const useSettingVersions = (setting: SettingName, first: VersionsPage, revision: number): Versions =>
  useVersions((after) => loadVersions(setting, after), first, revision)

/** The versions that changed some fields, with those changes alone. */
export const versionsOf = (versions: Versions, concerns: (field: string) => boolean): Versions => ({
  ...versions,
  all: versions.all
    .map((version) => ({ ...version, changes: version.changes.filter(({ field }) => concerns(field)) }))
    .filter(({ changes }) => changes.length > 0),
})

/** Returns the writer of a field’s value, as far as the versions are shown. */
export const writerIn = ({ all }: Versions, field: string): string | undefined =>
  all.find(({ changes }) => changes.some((change) => change.field === field))?.by
