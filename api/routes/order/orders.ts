import type { Request } from 'express'
import type { AppContext } from '#api/app-context.ts'
import { listState } from '#api/http/caught-up.ts'
import { JsonText, type Routes } from '#api/http/router.ts'
import { viewpointOf } from '#api/routes/agency-day.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { strip } from '#domain/contract/json.ts'
import { orderEvent, wireRow } from '#domain/contract/orders.ts'
import { type Person, type Recorded, streamOf, toWire } from '#domain/event.ts'
import { asSentTo, type OrderEvent, orders } from '#domain/order/actions.ts'
import type { OrderRow } from '#domain/order/row.ts'
import { rowToWire } from '#domain/order/row-wire.ts'
import { conversationPage, maxLength, orderToWire, withLatestConversation } from '#domain/order/wire.ts'
import { readBackwards, readRange } from '#infra/events/store.ts'
import { countOrders, type ListedOrders, listOrders } from '#projections/order/list-orders.ts'
import { findVisibleOrder } from './find-visible-order.ts'

/** Orders: their lists and their pages. */
export function orderRoutes(context: AppContext) {
  const { events, handler, projections, timelines } = context

  /** A page of a list once it, and its clients’ names, have caught up with the `After-Position` its reader sends along. */
  async function rows(request: Request, reader: Person, query: ListedOrders) {
    const state = await listState(request, projections.orders, { beside: [projections.accounts] })
    const { documents, next } = await listOrders(projections, query, await viewpointOf(context, reader))
    const texts = documents.map((row) => rowText(row, reader))
    return pageOf(texts, { ...state, next })
  }

  return {
    async getSingleOrder({ person, query }) {
      const found = await findVisibleOrder(handler, person, query.id)
      if (!found) return { data: [], access: false }
      const { id, order, revision } = found
      const { state: contact } = await handler.load(accounts, order.clientId)
      const wire = orderToWire(id, revision, order, contact, person)
      return { data: [withLatestConversation(wire, person)], access: true }
    },

    async getConversation({ person, query: { id, ...page } }) {
      const found = await findVisibleOrder(handler, person, id)
      return found ? { ...conversationPage(found.order, page), access: true } : { data: [], access: false }
    },

    async getHistory({ person, query: { id: requestedId, before, limit } }) {
      const found = await findVisibleOrder(handler, person, requestedId)
      if (!found) return { data: [], access: false }
      const { id, revision } = found
      const { events: recordedEvents } = await readBackwards<OrderEvent>(events, streamOf(orders, id), {
        revision,
        before,
        limit,
      })
      const texts = upToLength(recordedEvents.map((event) => eventText(event, person)))
      const next = recordedEvents[texts.length - 1]?.revision
      return pageOf(texts, { access: true, ...(next ? { next } : {}) })
    },

    async getTimeline({ person, query: { id: requestedId, ...pageQuery } }) {
      const found = await findVisibleOrder(handler, person, requestedId)
      if (!found) return { data: [], revision: -1, authors: [], access: false }
      const page = await timelines.page(found, person, pageQuery)
      return { ...page, revision: found.revision, access: true }
    },

    async getOrderEvents({ person, query: { id: requestedId, after, limit } }) {
      const found = await findVisibleOrder(handler, person, requestedId)
      if (!found) return { data: [], revision: -1, access: false }
      const { id, revision } = found
      const last = Math.min(revision, after + limit)
      const recorded = last > after ? await readRange<OrderEvent>(events, streamOf(orders, id), after + 1, last) : []
      const texts = upToLength(recorded.map((event) => eventText(event, person)))
      return pageOf(texts, { revision, access: true })
    },

    userOrder: ({ person, query, request }) => rows(request, person, { ...query, clientId: person.id }),
    getClientOrders: ({ person, query: { id: clientId, ...page }, request }) =>
      rows(request, person, { ...page, clientId }),
    getOrders: ({ person, query, request }) => rows(request, person, query),

    async getOrderCounts({ person, query, request }) {
      // A search looks among the clients, too.
      const beside = query.search ? [projections.accounts] : []
      const state = await listState(request, projections.orders, { beside })
      return { ...(await countOrders(projections, query, await viewpointOf(context, person))), ...state }
    },

    /** The views of the orders that an admin has saved for themselves. */
    getOrderViews: async ({ account }) => ({ data: account.orderViews ?? [] }),
    saveOrderView: ({ person, body, execute }) => execute(accountCommands.saveOrderView, person.id, body),
    renameOrderView: ({ person, body, execute }) => execute(accountCommands.renameOrderView, person.id, body),
    removeOrderView: ({ person, body, execute }) => execute(accountCommands.removeOrderView, person.id, body),
  } satisfies Partial<Routes>
}

/** As many texts as a page may have by their length. */
function upToLength(texts: readonly string[]): readonly string[] {
  let length = 0
  const last = texts.findIndex((text) => {
    length += text.length
    return length > maxLength
  })
  return last < 0 ? texts : texts.slice(0, last + 1)
}

/** An answer with a page of what is JSON already, and what it says beside. */
const pageOf = (texts: readonly string[], beside: object) =>
  new JsonText(`{"data":[${texts.join()}],${JSON.stringify(beside).slice(1)}`)

const texts = new WeakMap<OrderRow, Map<string, string>>()

/**
 * A row as its reader is sent it, as JSON. The text is cached for as long as the row: the store returns the same frozen
 * row until it changes. Writing fifty of them as JSON takes longer than finding them.
 */
function rowText(row: OrderRow, reader: Person): string {
  const byReader = texts.get(row) ?? new Map<string, string>()
  texts.set(row, byReader)
  const text = byReader.get(reader.id) ?? JSON.stringify(strip(wireRow, rowToWire(row, reader)))
  byReader.set(reader.id, text)
  return text
}

const eventTexts = new WeakMap<Recorded, string>()

/** An event as its reader is sent it, as JSON. The text is kept for as long as the event is: the store keeps those read last. */
function eventText(recorded: Recorded<OrderEvent>, reader: Person): string {
  const event = asSentTo(reader, recorded)
  const text = eventTexts.get(event) ?? JSON.stringify(strip(orderEvent, toWire(event)))
  eventTexts.set(event, text)
  return text
}
