import { useEffect, useState } from 'react'
import { idIn, type WireEvent } from '#domain/event.ts'
import { definitionOf, orders } from '#domain/order/actions.ts'
import { packageId } from '#domain/questionnaire/template.ts'
import { call } from '#web/api.ts'
import { followEvents } from '#web/live/socket.ts'
import type { LoadedPart } from './load.ts'

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
