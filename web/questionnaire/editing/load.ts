import { idIn } from '#domain/event.ts'
import { definitionOf, orders } from '#domain/order/actions.ts'
import type { Identified } from '#domain/questionnaire/list-changes.ts'
import { packageId } from '#domain/questionnaire/template.ts'
import { call } from '#web/api.ts'
import { followEvents } from '#web/live/socket.ts'
import { useFollowed } from '#web/live/useFollowed.ts'
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
  const [{ data, orders }, versions] = await Promise.all([loadPackage(), loadVersions(part.name)])
  const saved = { revision: data[0].revision, items: part.read(data[0])! }
  return { saved, nextId: part.nextId(data[0]), versions, orders }
}

/** A page of the versions of one part, newest first. Throws `HttpError`. */
export const loadVersions = (part: TemplatePart<never>['name'], after?: string): Promise<VersionsPage> =>
  call('getPackageVersions', { query: { packageId, of: part, limit: versionsPageSize, after } })

export type OrderCounts = LoadedPart<never>['orders']

/** How many orders there are, by status, followed live. */
export const useOrderCounts = (loaded: OrderCounts): OrderCounts =>
  useFollowed(loadPackage, followOrders).answer?.orders ?? loaded

const loadPackage = () => call('getSinglePackage', { query: { packageId } })

const followOrders = (again: () => void) =>
  followEvents(({ stream, type }) => {
    if (idIn(orders, stream) !== undefined && definitionOf({ type })?.traits.movesRow) again()
  }, again)
