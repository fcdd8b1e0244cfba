import { useEffect, useEffectEvent, useState } from 'react'
import { createRetry } from '#web/retry.ts'

/** A page of what something was, newest first. `next` is absent on the last one. */
type VersionsPage<Version> = { data: Version[]; next?: string | undefined }

/** The shown versions of something, newest first. */
export type Versions<Version> = {
  all: readonly Version[]
  /** Whether there are earlier ones. */
  hasMore: boolean
  /** Shows earlier ones. Throws `HttpError`. */
  more(): Promise<void>
}

/**
 * The versions of something, from a first page. They are loaded again once `revision` is above that of the newest. `load`
 * answers the first page, or the one after an answered `next`.
 */
export function useVersions<Page extends VersionsPage<{ revision: number }>>(
  load: (after?: string) => Promise<Page>,
  first: Page,
  revision: number,
): Versions<Page['data'][number]> & { page: Page } {
  const [page, setPage] = useState(first)
  const known = page.data[0]?.revision ?? -1
  const loadLatest = useEffectEvent(() => load())

  useEffect(() => {
    if (revision <= known) return
    let left = false
    const ask = () =>
      loadLatest().then(
        (latest) => {
          if (left) return
          setPage((shown) => joined(latest, shown))
          if ((latest.data[0]?.revision ?? -1) < revision) retry.later()
        },
        () => left || retry.later(), // what is shown stays true
      )
    const retry = createRetry(ask)
    void ask()
    return () => {
      left = true
      retry.stop()
    }
  }, [revision, known])

  return {
    page,
    all: page.data,
    hasMore: page.next !== undefined,
    async more() {
      const { data, next } = await load(page.next)
      setPage((shown) => ({ ...shown, data: [...shown.data, ...data], next }))
    },
  }
}

/** Returns the shown versions, with the newest page before them. Where the two do not meet, the list begins anew. */
function joined<Page extends VersionsPage<{ revision: number }>>(latest: Page, shown: Page): Page {
  const at = latest.data.findIndex(({ revision }) => revision === shown.data[0]?.revision)
  return at < 0 ? latest : { ...latest, data: [...latest.data.slice(0, at), ...shown.data], next: shown.next }
}
