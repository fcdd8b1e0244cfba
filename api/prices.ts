import { Router } from 'express'
import { priceListId, prices, pricesToWire } from '#domain/settings/prices.ts'
import { revisePrices } from '#domain/settings/revise-prices.ts'
import { callsOn } from './call.ts'
import type { Parts } from './parts.ts'
import { requestOf } from './request.ts'

/** What a project costs, for everybody to see before they ask. */
export function priceRoutes({ handler, sessions }: Parts): Router {
  const router = Router()
  const on = callsOn(router, sessions)

  on.get('/api/get-pricing', { may: 'everybody' }, async () => {
    const { state, revision } = await handler.folded(prices, priceListId)
    return { data: [{ ...pricesToWire(state), revision }] }
  })

  on.put(
    '/api/update-prices',
    { may: ['admin'], body: revisePrices.input, changes: true },
    ({ person, body }, request) => handler.handle(revisePrices, priceListId, body, requestOf(request, person)),
  )

  return router
}
