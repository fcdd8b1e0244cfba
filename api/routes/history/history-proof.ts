import type { AppContext } from '#api/app-context.ts'
import { agreementsOf } from '#api/exports/order-history.ts'
import { pageOrigin } from '#api/http/origin.ts'
import type { Routes } from '#api/http/router.ts'
import { streamed } from '#api/http/streamed.ts'
import { findVisibleOrder } from '#api/routes/order/find-visible-order.ts'
import { type Person, streamOf } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import { orderId } from '#domain/order/input.ts'
import { storeId, stores } from '#domain/store/store.ts'
import { verifyStream } from '#infra/events/verify.ts'
import { historyProof } from '#infra/proof/history-proof.ts'
import { createSigner } from '#infra/proof/signature.ts'

/** The proof that an order's history is what was recorded. */
export function historyProofRoutes({ events, keys, handler, settings, secret, now }: AppContext) {
  const signer = createSigner(secret)

  /** The stream of an order that a person may see. An admin sees also one that cannot be read any more. */
  async function visibleStream(person: Person, named: unknown): Promise<string | undefined> {
    const { data: id } = orderId.safeParse(named)
    if (!id) return undefined
    return person.role === 'admin' || (await findVisibleOrder(handler, person, id)) ? streamOf(orders, id) : undefined
  }

  return {
    async verifyHistory({ person, query }) {
      const stream = await visibleStream(person, query.id)
      const found = stream && (await verifyStream(events, stream))
      if (!found || (found.events === 0 && !found.damage)) return { data: [], access: false }
      const { damage, ...verified } = found
      const verifiedAt = new Date(now()).toISOString()
      const firstDamage = damage && { revision: damage.revision, what: damage.damage }
      return { data: [{ ...verified, verifiedAt, damage: firstDamage }], access: true }
    },

    async getAgreements({ person, query }) {
      const found = await findVisibleOrder(handler, person, query.id)
      if (!found) return { data: [], revision: -1, access: false }
      const { id, revision } = found
      const agreements = await agreementsOf(events, id, revision)
      return { data: agreements.map(({ event: _, ...each }) => each), revision, access: true }
    },

    async exportHistory({ query: { id }, request, response }) {
      const { state: history } = await handler.load(stores, storeId)
      const exportedAt = new Date(now()).toISOString()
      const about = { from: pageOrigin(request, settings), exportedAt, dailyHead: history.head, signer }
      const lines = historyProof(events, keys, streamOf(orders, id), about)
      await streamed(response, { type: 'application/jsonl', filename: `history-${id}.jsonl` }, lines)
      return undefined
    },
  } satisfies Partial<Routes>
}
