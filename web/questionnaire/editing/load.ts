import { useEffect, useState } from 'react'
import { idIn, type WireEvent } from '#domain/event.ts'
import { definitionOf, orders } from '#domain/order/actions.ts'
import type { Identified } from '#domain/questionnaire/list-changes.ts'
import { packageId } from '#domain/questionnaire/template.ts'
import { call } from '#web/api.ts'
import { followEvents } from '#web/live/socket.ts'
import type { Saved } from './edited-list.ts'
import type { TemplatePart, WireVersion } from './parts.ts'

/** `count` is that of all versions. */
type VersionsPage = { data: WireVersion[]; count: number; next?: string | undefined }

const versionsPageSize = 6

/** The data of an editor's page: the list, its latest versions, and how many orders keep their own. */
export type LoadedPart<Item> = {
  saved: Saved<Item>
  /** The lowest id that no item ever had. */
  nextId: number
  versions: VersionsPage
  orders: { open: number; cancelled: number; completed: number }
}

/** Loads one part of the template for its editor. Throws `HttpError`. */
export async function loadPart<Item extends Identified>(part: TemplatePart<Item>): Promise<LoadedPart<Item>> {
  const [{ data, orders }, versions] = await Promise.all([
    call('getSinglePackage', { query: { packageId } }),
    loadVersions(part.name),
  ])
  const saved = { revision: data[0].revision, items: part.read(data[0])! }
  return { saved, nextId: part.nextId(data[0]), versions, orders }
}

/** A page of the versions of one part, newest first. Throws `HttpError`. */
export const loadVersions = (part: TemplatePart<never>['name'], after?: string): Promise<VersionsPage> =>
  call('getPackageVersions', { query: { packageId, of: part, limit: versionsPageSize, after } })

export type OrderCounts = LoadedPart<never>['orders']

/** How many orders there are, by status, followed live. */
export function useOrderCounts(loaded: OrderCounts): OrderCounts {
  const [counts, setCounts] = useState(loaded)
  useEffect(() => {
    let latest = 0
    const ask = () => {
      const turn = ++latest
      call('getSinglePackage', { query: { packageId } }).then(
        ({ orders }) => turn === latest && setCounts(orders),
        () => {}, // asked again with the next event, or when the line is back
      )
    }
    const onEvent = ({ stream, type }: WireEvent) => {
      if (idIn(orders, stream) === undefined || !definitionOf({ type })?.traits.movesRow) return
      ask()
    }
    const close = followEvents(onEvent, ask, ask)
    return () => {
      latest = -1
      close()
    }
  }, [])
  return counts
}
