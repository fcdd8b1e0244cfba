import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { AppContext } from '#api/app-context.ts'
import { answerCsv, type Columns } from '#api/exports/csv.ts'
import { agreementLines, agreementsOf, orderEventsUpTo, orderLines } from '#api/exports/order-history.ts'
import { extensible, type JsonSchema } from '#api/http/portable-schema.ts'
import type { Routes } from '#api/http/router.ts'
import { streamed } from '#api/http/streamed.ts'
import { todayOf } from '#api/routes/agency-day.ts'
import type { Account } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import { NotFound } from '#domain/command.ts'
import { type ExportedEvent, exportedEvent, exportedOrder, type OrderDocument } from '#domain/contract/exports.ts'
import { strip } from '#domain/contract/json.ts'
import { authorName, type Person, type Recorded, toWire } from '#domain/event.ts'
import type { OrderLine } from '#domain/history/timeline.ts'
import { asSentTo, isPlaceholder, type OrderEvent } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { exportName } from '#domain/order/telling.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { dayOf } from '#domain/settings/brand.ts'
import { printedHistoryTitle } from '#domain/words/order-titles.ts'
import { loadAgency } from '#infra/agency.ts'
import { loadUsable } from '#infra/events/command-handler.ts'
import {
  drawPdf,
  figuresDocument,
  issuedDocument,
  type PdfDocument,
  proposalDocument,
  receiptDocument,
} from '#infra/pdf/documents.ts'
import { latestHistory } from '#infra/pdf/history.ts'
import { datesOf } from '#infra/pdf/letterhead.ts'
import { readProposalVersion, readReceipt } from '#projections/order/read-documents.ts'
import { requireVisibleOrder } from './find-visible-order.ts'

/** One order to take along: its events as JSON, its history as CSV, its documents as PDF. */
export function orderExportRoutes(context: AppContext) {
  const { events, handler, now } = context

  return {
    async exportOrderPdf({ person, query, request, response }) {
      const found = await requireVisibleOrder(handler, person, query.id)
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      const turn = { requesterId: person.id, signal: gone.signal }
      const { filename, draw } = await orderPdf(context, found, query, turn)
      const bytes = request.method === 'HEAD' ? undefined : await draw()
      response.type('application/pdf').attachment(filename)
      if (bytes) response.set('Content-Length', String(bytes.length))
      await pipeline(Readable.from(bytes ? [bytes] : []), response)
      return undefined
    },

    async exportOrderJson({ person, query, response }) {
      const { id, order, revision } = await requireVisibleOrder(handler, person, query.id)
      const exportedAt = new Date(now()).toISOString()
      const about = { id, title: order.title, revision, exportedAt }
      const texts = orderJson(about, person, orderEventsUpTo(events, id, revision))
      const filename = exportName(order, 'events', await todayOf(context), 'json')
      await streamed(response, { type: 'application/json', filename }, texts)
      return undefined
    },

    async exportOrderCsv({ person, query, response }) {
      const { id, order, revision } = await requireVisibleOrder(handler, person, query.id)
      const filename = exportName(order, 'history', await todayOf(context), 'csv')
      await answerCsv(response, filename, historyColumns, historyRows(orderLines(events, id, revision), person))
      return undefined
    },

    orderEventsSchema: async () => orderEventsSchema(),
  } satisfies Partial<Routes>
}

let made: JsonSchema | undefined

/** The JSON Schema of an order that is exported as JSON, made of the contract. It does not change while the program runs. */
function orderEventsSchema(): JsonSchema {
  made ??= {
    ...z.toJSONSchema(exportedOrder, {
      unrepresentable: 'any',
      override: ({ jsonSchema }) => extensible(jsonSchema as JsonSchema),
    }),
    title: 'An Atelier order as events',
    description:
      'Oldest first. Times are ISO 8601 in UTC, amounts paise. New fields will be optional; breaking changes get a new format.',
  } as JsonSchema
  return made
}

type Found = { id: string; order: Order; revision: number }
type Context = Pick<AppContext, 'events' | 'handler' | 'files' | 'now'>
/** The requested document: of a proposal the version, of an invoice or a receipt which issued one. */
type PdfRequest = { document: OrderDocument; issued?: string | undefined; version?: number | undefined }

/**
 * One of an order’s documents as PDF, drawn beside everything else. Those who ask take turns, by `requesterId`;
 * `signal` says that one has gone. Throws `NotFound` where there is nothing to show in it yet, and `Busy`.
 */
async function orderPdf(
  context: Context,
  found: Found,
  request: PdfRequest,
  turn: { requesterId: string; signal: AbortSignal },
): Promise<{ filename: string; draw(): Promise<Uint8Array> }> {
  const { handler, now } = context
  const { order } = found
  const [agency, { state: client }] = await Promise.all([
    loadAgency(handler),
    loadUsable(handler, accounts, order.clientId),
  ])
  const document = await documentOf(context, found, request, { agency, client })
  return {
    filename: exportName(order, ...nameOf(document, request, dayOf(agency, now())), 'pdf'),
    draw: () => drawPdf(context, document, { agency, project: order.title, client }, turn),
  }
}

/** What a document is called in the name of its file, and its day: one that was issued has a number, and a day of its own. */
function nameOf({ body }: PdfDocument, { document }: PdfRequest, today: string): [what: string, day: string] {
  if (body.document === 'issued') return [`${body.issued.kind} ${body.issued.number}`, body.issued.issuedOn]
  if (body.document === 'receipt') return [`receipt ${body.receipt.number}`, body.receipt.issuedOn]
  return [document, today]
}

async function documentOf(
  { events }: Context,
  found: Found,
  request: PdfRequest,
  { agency, client }: { agency: Agency; client: Account },
): Promise<PdfDocument> {
  const { id, order, revision } = found
  switch (request.document) {
    case 'proposal': {
      const { version = order.proposals.length } = request
      if (version === 0) throw new NotFound('This project has no proposal yet')
      return proposalDocument(await readProposalVersion(events, found, version))
    }
    case 'invoice':
      return request.issued === undefined ? figuresDocument(order) : issuedDocument(order, request.issued)
    case 'receipt':
      return receiptDocument(await readReceipt(events, found, request.issued ?? '', { agency, client }))
    case 'history': {
      const history = await latestHistory(orderLines(events, id, revision))
      return {
        kind: 'Project history',
        ...printedHistoryTitle(history.lines.length + history.skipped, datesOf(agency).day(order.openedAt)),
        body: { document: 'history', history },
      }
    }
    case 'agreements': {
      const history = await latestHistory(agreementLines(await agreementsOf(events, id, revision)))
      const title = { title: 'What was agreed,', next: 'oldest first, each with its proof.' }
      return { kind: 'Agreements', ...title, body: { document: 'history', history } }
    }
  }
}

type About = { id: string; title: string; revision: number; exportedAt: string }

/**
 * An order's events as a JSON document, event by event: an `exportedOrder`, as its reader may see it. From where something was
 * done, and which admin has read what, is for admins alone.
 */
async function* orderJson(
  { id, title, revision, exportedAt }: About,
  reader: Person,
  events: AsyncIterable<Recorded<OrderEvent>>,
): AsyncGenerator<string> {
  const format: (typeof exportedOrder.shape.format)['value'] = exportedOrder.shape.format.value
  const head = JSON.stringify({ format, id, title, revision, exportedAt })
  let before = `${head.slice(0, -1)},"events":[\n`
  for await (const recorded of events) {
    const event = asSentTo(reader, recorded)
    if (isPlaceholder(event)) continue
    const { origin } = recorded
    const exported: ExportedEvent = { ...toWire(event), ...(origin && reader.role === 'admin' ? { origin } : {}) }
    yield before + JSON.stringify(strip(exportedEvent, exported))
    before = ',\n'
  }
  yield `${before === ',\n' ? '' : before}\n]}\n`
}

type Row = OrderLine & { change: OrderLine['changes'][number] | undefined }

/** Times are ISO 8601, UTC. The number of a line is that of the history page. */
const historyColumns: Columns<Row> = {
  line: ({ event }) => event.revision + 1,
  time: ({ event }) => event.at,
  who: ({ event: { by } }) => authorName(by),
  side: ({ event }) => (event.by.role === 'admin' ? 'agency' : 'client'),
  what: ({ said }) => said,
  about: ({ change }) => change?.about,
  before: ({ change }) => change?.before,
  after: ({ change }) => change?.after,
}

/** A row for each thing that changed, and one for each event that changed nothing, as its reader may see them. */
async function* historyRows(lines: AsyncIterable<OrderLine>, reader: Person): AsyncGenerator<Row> {
  for await (const line of lines) {
    if (isPlaceholder(asSentTo(reader, line.event))) continue
    if (line.changes.length === 0) yield { ...line, change: undefined }
    for (const change of line.changes) yield { ...line, change }
  }
}
