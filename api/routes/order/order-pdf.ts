import type { AppContext } from '#api/app-context.ts'
import { agreementLines, agreementsOf } from '#api/exports/agreements.ts'
import { orderLines } from '#api/exports/order-lines.ts'
import type { Account } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import { NotFound } from '#domain/command.ts'
import type { OrderDocument } from '#domain/contract/exports.ts'
import type { Order } from '#domain/order/order.ts'
import { exportName } from '#domain/order/telling.ts'
import { type Agency, agencies } from '#domain/settings/agency.ts'
import { agencyId } from '#domain/settings/brand.ts'
import { printedHistoryTitle } from '#domain/words/order-titles.ts'
import { loadUsable } from '#infra/events/command-handler.ts'
import {
  figuresDocument,
  issuedDocument,
  type PdfDocument,
  proposalDocument,
  receiptDocument,
} from '#infra/pdf/documents.ts'
import { drawPdf } from '#infra/pdf/drawing.ts'
import { latestHistory } from '#infra/pdf/history.ts'
import { datesOf } from '#infra/pdf/letterhead.ts'
import { readReceipt } from '#projections/order/read-receipt.ts'
import { readProposalVersion } from '#projections/proposal-version.ts'

type Found = { id: string; order: Order; revision: number }
type Context = Pick<AppContext, 'events' | 'handler' | 'files' | 'now'>
/** The requested document: of a proposal the version, of an invoice or a receipt which issued one. */
type PdfRequest = { document: OrderDocument; issued?: string | undefined; version?: number | undefined }

/**
 * One of an order’s documents as PDF, drawn beside everything else. Those who ask take turns: `asker` is the id of one, and
 * `signal` says that they have gone. Throws `NotFound` where there is nothing to show in it yet, and `Busy`.
 */
export async function orderPdf(
  context: Context,
  found: Found,
  request: PdfRequest,
  asking: { asker: string; signal: AbortSignal },
): Promise<{ filename: string; bytes: Uint8Array }> {
  const { handler, now } = context
  const { order } = found
  const [{ state: agency }, { state: client }] = await Promise.all([
    loadUsable(handler, agencies, agencyId),
    loadUsable(handler, accounts, order.clientId),
  ])
  const document = await documentOf(context, found, request, { agency, client })
  const bytes = await drawPdf(context, document, { agency, project: order.title, client }, asking)
  return { filename: exportName(order, request.document, new Date(now()).toISOString(), 'pdf'), bytes }
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
    case 'history':
      return {
        kind: 'Project history',
        ...printedHistoryTitle(revision + 1, datesOf(agency).day(order.openedAt)),
        body: { document: 'history', history: await latestHistory(orderLines(events, id, revision)) },
      }
    case 'agreements': {
      const history = await latestHistory(agreementLines(await agreementsOf(events, id, revision)))
      const title = { title: 'What was agreed,', next: 'oldest first, each with its proof.' }
      return { kind: 'Agreements', ...title, body: { document: 'history', history } }
    }
  }
}
