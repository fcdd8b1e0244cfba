import { useEffect } from 'react'
import { idIn, type WireEvent } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { localStore, shapeOf } from '#web/kit/storage.ts'
import { viewedClient } from '#web/view-as.ts'

/** A page that a person was on. */
export type Place = { path: string; label: string; detail?: string | undefined }

const isText = (value: unknown) => typeof value === 'string'
const places = shapeOf<Place[]>(
  (stored) =>
    Array.isArray(stored) &&
    stored.every(
      (each: Partial<Record<keyof Place, unknown>> | null) =>
        isText(each?.label) &&
        String(each?.path).startsWith('/') &&
        (each?.detail === undefined || isText(each.detail)),
    ),
)

/** How many places are remembered. */
const most = 8

const prefix = 'recent-places:'
const keyOf = (personId: string) => `${prefix}${personId}`
/** The page of an order. */
const pathOf = (orderId: string) => `/order-detail/${orderId}`

/** The places a person was at in this browser, the latest first. */
export const recentPlaces = (personId: string): Place[] => localStore.read(keyOf(personId), places) ?? []

/**
 * Remembers where a person is. A place that is known already is as it is called now. Where an admin looks as a client is no
 * place of the client's, and not remembered.
 */
function rememberPlace(personId: string, visited: Place): void {
  if (viewedClient !== undefined) return
  const others = recentPlaces(personId).filter(({ path }) => path !== visited.path)
  localStore.write(keyOf(personId), [visited, ...others].slice(0, most))
}

/** Forgets the project of an erased client, whose name stands in its label, for everyone who was there in this browser. */
export function forgetErased({ stream, type }: Pick<WireEvent, 'stream' | 'type'>): void {
  const orderId = idIn({ name: 'order' }, stream)
  if (orderId === undefined || type !== ('ClientErased' satisfies OrderEvent['type'])) return
  const gone = pathOf(orderId)
  for (const [key] of localStore.entries()) {
    if (!key.startsWith(prefix)) continue
    const known = localStore.read(key, places) ?? []
    localStore.write(
      key,
      known.filter(({ path }) => path !== gone),
    )
  }
}

/** Remembers the project that is open. */
export function useRecentOrder(personId: string, { id, label, detail }: Omit<Place, 'path'> & { id: string }): void {
  const path = pathOf(id)
  useEffect(
    () => rememberPlace(personId, { path, label, ...(detail === undefined ? {} : { detail }) }),
    [personId, path, label, detail],
  )
}
