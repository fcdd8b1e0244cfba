import { useEffect, useState } from 'react'
import { packageId } from '#domain/template/template.ts'
import { call } from '#web/api.ts'
import type { TemplatePart, WireVersion } from './parts.ts'

export type VersionPage = { data: WireVersion[]; count: number; next?: string | undefined }

const pageSize = 6

/** A page of the versions of one part, newest first. Throws `HttpError`. */
export const loadVersions = (of: TemplatePart<never>['name'], after?: string): Promise<VersionPage> =>
  call('getPackageVersions', { query: { packageId, of, limit: pageSize, after } })

/** The versions of one part, from a first page. They follow: `revision` is that of what stands on the server. */
export function useVersions(of: TemplatePart<never>['name'], first: VersionPage, revision: number) {
  const [page, setPage] = useState(first)
  const known = page.data[0]?.revision ?? -1

  useEffect(() => {
    if (revision <= known) return
    let left = false
    // Those that are missing are the newest. Where they do not meet what is known, the list begins anew.
    loadVersions(of).then(
      (latest) => !left && setPage((before) => joined(latest, before)),
      () => {}, // the next change asks again, and what is known stays true
    )
    return () => {
      left = true
    }
  }, [of, revision, known])

  return {
    /** Newest first, each with its number: that of the beginning is 1. */
    versions: page.data.map((version, at) => ({ ...version, number: page.count - at })),
    hasMore: page.next !== undefined,
    /** Shows earlier ones. Throws `HttpError`. */
    async more() {
      const { data, next } = await loadVersions(of, page.next)
      setPage((before) => ({ ...before, data: [...before.data, ...data], next }))
    },
  }
}

function joined(latest: VersionPage, before: VersionPage): VersionPage {
  const at = latest.data.findIndex(({ revision }) => revision === before.data[0]?.revision)
  return at < 0 ? latest : { ...latest, data: [...latest.data.slice(0, at), ...before.data], next: before.next }
}
