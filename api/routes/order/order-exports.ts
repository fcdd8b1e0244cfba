import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { AppContext } from '#api/app-context.ts'
import { answerCsv } from '#api/exports/csv.ts'
import { historyColumns, historyRows } from '#api/exports/history-table.ts'
import { orderJson } from '#api/exports/order-json.ts'
import { orderEventsUpTo, orderLines } from '#api/exports/order-lines.ts'
import { revalidated } from '#api/http/compressed.ts'
import { type JsonSchema, portable } from '#api/http/portable-schema.ts'
import type { Routes } from '#api/http/router.ts'
import { streamed } from '#api/http/streamed.ts'
import { NotFound } from '#domain/command.ts'
import { exportedOrder } from '#domain/contract/exports.ts'
import type { Person } from '#domain/event.ts'
import { exportName } from '#domain/order/telling.ts'
import { findVisibleOrder } from './find-visible-order.ts'
import { orderPdf } from './order-pdf.ts'

/** One order to take along: its events as JSON, its history as CSV, its documents as PDF. */
export function orderExportRoutes(context: AppContext) {
  const { events, handler, now } = context

  /** Throws `NotFound` where there is no such order, or it is not theirs to see. */
  async function visible(person: Person, named: string) {
    const found = await findVisibleOrder(handler, person, named)
    if (!found) throw new NotFound('This project doesn’t exist')
    return found
  }

  return {
    async exportOrderPdf({ person, query, response }) {
      const found = await visible(person, query.id)
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      const asking = { asker: person.id, signal: gone.signal }
      const { filename, bytes } = await orderPdf(context, found, query, asking)
      response.type('application/pdf').attachment(filename).set('Content-Length', String(bytes.length))
      await pipeline(Readable.from([bytes]), response)
      return undefined
    },

    async exportOrderJson({ person, query, response }) {
      const { id, order, revision } = await visible(person, query.id)
      const exportedAt = new Date(now()).toISOString()
      const about = { id, title: order.title, revision, exportedAt }
      const texts = orderJson(about, person, orderEventsUpTo(events, id, revision))
      await streamed(
        response,
        { type: 'application/json', filename: exportName(order, 'events', exportedAt, 'json') },
        texts,
      )
      return undefined
    },

    async exportOrderCsv({ person, query, response }) {
      const { id, order, revision } = await visible(person, query.id)
      const filename = exportName(order, 'history', new Date(now()).toISOString(), 'csv')
      await answerCsv(response, filename, historyColumns, historyRows(orderLines(events, id, revision), person))
      return undefined
    },

    orderEventsSchema: async ({ request, response }) => revalidated(request, response, orderEventsSchema()),
  } satisfies Partial<Routes>
}

let made: JsonSchema | undefined

/** The JSON Schema of an order that is exported as JSON, made of the contract. It does not change while the program runs. */
function orderEventsSchema(): JsonSchema {
  made ??= {
    ...z.toJSONSchema(exportedOrder, {
      unrepresentable: 'any',
      override: ({ jsonSchema }) => portable(jsonSchema as JsonSchema),
    }),
    title: 'An Atelier order as events',
    description:
      'Oldest first. Times are ISO 8601 in UTC, amounts paise. New fields will be optional; breaking changes get a new format.',
  } as JsonSchema
  return made
}
