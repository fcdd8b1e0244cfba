import { buffer } from 'node:stream/consumers'
import type { AppContext } from '#api/app-context.ts'
import { agreementLines, agreementsOf } from '#api/exports/agreements.ts'
import { orderLines } from '#api/exports/order-lines.ts'
import { exportName } from '#api/exports/rows.ts'
import { accounts } from '#domain/account/actions.ts'
import { NotFound } from '#domain/command.ts'
import type { OrderDocument } from '#domain/contract/exports.ts'
import { isInvoiced } from '#domain/order/invoice.ts'
import type { IssuedDocument } from '#domain/order/issued.ts'
import type { Order } from '#domain/order/order.ts'
import { type Agency, agencies } from '#domain/settings/agency.ts'
import { agencyId } from '#domain/settings/brand.ts'
import { invoiceTitle, printedHistoryTitle } from '#domain/words/order-titles.ts'
import { loadUsable } from '#infra/events/command-handler.ts'
import type { Body } from '#infra/pdf/draw-pdf.ts'
import { drawPdf } from '#infra/pdf/drawing.ts'
import { latestHistory } from '#infra/pdf/history.ts'
import { datesOf, dayOf, type Head } from '#infra/pdf/letterhead.ts'
import { Unavailable } from '#infra/unavailable.ts'

type Found = { id: string; order: Order; revision: number }
type Context = Pick<AppContext, 'events' | 'handler' | 'files' | 'now'>

const kinds: Record<OrderDocument, string> = {
  proposal: 'Business proposal',
  invoice: 'Invoice',
  history: 'Project history',
  agreements: 'Agreements',
}

/**
 * One of an order’s documents as PDF, drawn beside everything else. Those who ask take turns: `asker` is the id of one,
 * and `signal` says that they have gone.
 * Throws `NotFound` where there is nothing to show in it yet, and `Busy`.
 */
export async function orderPdf(
  context: Context,
  { id, order, revision }: Found,
  { document, issued }: { document: OrderDocument; issued?: string | undefined },
  { asker, signal }: { asker: string; signal: AbortSignal },
): Promise<{ filename: string; bytes: Uint8Array }> {
  const { handler, now } = context
  const frozen = issued === undefined ? undefined : issuedIn(order, issued)
  const [{ state: agency }, { state: client }] = await Promise.all([
    loadUsable(handler, agencies, agencyId),
    loadUsable(handler, accounts, order.clientId),
  ])
  const { title, next } = frozen ? issuedHead(frozen) : titleOf(order, revision, document, agency)
  const kind = frozen ? kindOfIssued(frozen) : kinds[document]
  const logo = await logoOf(context, agency)
  const at = now()
  const time = new Date(at).toISOString()
  const dates = datesOf(agency)
  const asOf = `${dates.day(time)}, ${dates.clock(time)} (${dates.timeZone})`
  const about = [order.title, client.name, client.email, `Created ${asOf}`].filter(Boolean).join('  ·  ')
  const head: Head = { agency, logo, kind, title, next, about }
  const body = frozen ? issuedBody(order, frozen) : await bodyOf(context, { id, order, revision }, document)
  const bytes = await drawPdf(asker, { name: `${order.title}: ${kind}`, at, head, body }, signal)
  return { filename: exportName(order, document, time, 'pdf'), bytes }
}

async function bodyOf({ events }: Context, { id, order, revision }: Found, document: OrderDocument): Promise<Body> {
  switch (document) {
    case 'proposal':
      return { document, proposal: order.proposal! }
    case 'invoice': {
      const { invoice, paymentLink, status } = order
      return { document, order: { invoice, paymentLink, status } }
    }
    case 'history':
      return { document, history: await latestHistory(orderLines(events, id, revision)) }
    case 'agreements':
      return {
        document: 'history',
        history: await latestHistory(agreementLines(await agreementsOf(events, id, revision))),
      }
  }
}

function titleOf(
  order: Order,
  revision: number,
  document: OrderDocument,
  agency: Agency,
): { title: string; next: string } {
  const { proposal, invoice, openedAt } = order
  switch (document) {
    case 'proposal':
      if (!proposal) throw new NotFound('This project has no proposal yet')
      return { title: `Proposal for ${proposal.receiverName}.`, next: `Dated ${dayOf(proposal.date)}.` }
    case 'invoice':
      if (!isInvoiced(invoice)) throw new NotFound('This project has no invoice yet')
      return invoiceTitle(invoice)
    case 'history':
      return printedHistoryTitle(revision + 1, datesOf(agency).day(openedAt))
    case 'agreements':
      return { title: 'What was agreed,', next: 'oldest first, each with its proof.' }
  }
}

/** A document that was issued, by its id. Throws `NotFound`. */
function issuedIn({ documents }: Order, documentId: string): IssuedDocument {
  const found = documents.find((each) => each.documentId === documentId)
  if (!found) throw new NotFound('This document doesn’t exist')
  return found
}

const kindOfIssued = ({ kind, tax }: IssuedDocument): string =>
  kind === 'credit note' ? 'Credit note' : tax ? 'Tax invoice' : 'Invoice'

const issuedHead = (document: IssuedDocument): { title: string; next: string } => ({
  title: `${document.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${document.number}`,
  next: `Issued on ${dayOf(document.issuedOn)}${document.dueOn ? `, due on ${dayOf(document.dueOn)}` : ''}.`,
})

/** An issued document with those before it, none of which has changed since. */
const issuedBody = ({ documents }: Order, document: IssuedDocument): Body => ({
  ...{ document: 'issued', issued: document },
  before: documents.slice(0, documents.indexOf(document)),
})

/** The picture of the agency, if it has set one that is there. */
async function logoOf({ files }: Pick<AppContext, 'files'>, { logo }: Agency): Promise<Buffer | undefined> {
  if (!logo) return undefined
  try {
    const content = await files.get(logo.filename)
    return content && (await buffer(content))
  } catch (error) {
    if (error instanceof Unavailable) return undefined // the name stands in its place
    throw error
  }
}
