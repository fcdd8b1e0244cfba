import { useEffect, useEffectEvent, useState } from 'react'
import type { AnswerOf } from '#domain/contract/call.ts'
import type { Contract } from '#domain/contract/contract.ts'
import type { SettingName } from '#domain/settings/versions.ts'
import { call } from '#web/api.ts'

export type VersionsPage = AnswerOf<Contract['getSettingVersions']>
export type Version = VersionsPage['data'][number]

/** The versions of a setting as far as they are shown, newest first. */
export type Versions = {
  all: readonly Version[]
  /** Whether there are earlier ones. */
  hasMore: boolean
  /** Shows earlier ones. Throws `HttpError`. */
  more(): Promise<void>
}

/** The versions of a setting: the newest as they were loaded, asked for again when the setting is at a later revision. */
export function useVersions(of: SettingName, loaded: VersionsPage, revision: number): Versions {
  const [{ data: all, next }, setShown] = useState(loaded)
  const catchUp = useEffectEvent(async () => {
    const newest = all[0]?.revision ?? -1
    if (revision <= newest) return
    const page = await call('getSettingVersions', { query: { of } })
    setShown((shown) => withNewest(shown, page))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the revision that asks for more
  useEffect(() => void catchUp().catch(() => {}), [revision]) // without them the page is as good
  return {
    all,
    hasMore: next !== undefined,
    async more() {
      const page = await call('getSettingVersions', { query: { of, after: next } })
      setShown({ data: [...all, ...page.data], next: page.next })
    },
  }
}

/** What is shown, with the newest page of it; the same when it shows something newer. */
function withNewest(shown: VersionsPage, page: VersionsPage): VersionsPage {
  const newestOf = ({ data }: VersionsPage) => data[0]?.revision ?? -1
  if (newestOf(page) <= newestOf(shown)) return shown
  // What goes on without a gap behind the page stays.
  const oldest = page.data.at(-1)?.revision ?? 0
  const earlier = newestOf(shown) >= oldest - 1 ? shown.data.filter(({ revision }) => revision < oldest) : []
  return { data: [...page.data, ...earlier], next: earlier.length > 0 ? shown.next : page.next }
}

/** The versions that changed some fields, with those changes alone. */
export const versionsOf = (versions: Versions, concerns: (field: string) => boolean): Versions => ({
  ...versions,
  all: versions.all
    .map((version) => ({ ...version, changes: version.changes.filter(({ field }) => concerns(field)) }))
    .filter(({ changes }) => changes.length > 0),
})
