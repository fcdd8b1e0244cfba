import { buffer } from 'node:stream/consumers'
import type { Response } from 'express'
import { accounts } from '#domain/account/account.ts'
import { NotFound } from '#domain/command.ts'
import type { OrderDocument } from '#domain/contract/exports.ts'
import { count } from '#domain/count.ts'
import { invoiceTitle, isInvoiced } from '#domain/order/invoice.ts'
import type { Order } from '#domain/order/order.ts'
import { type Agency, agencies, agencyId, agencyName } from '#domain/settings/agency.ts'
import { loadUsable } from '#infra/events/load-usable.ts'
import { Unavailable } from '#infra/unavailable.ts'
import type { AppContext } from '../app-context.ts'
import { exportName } from '../exports/export-name.ts'
import { type OrderLine, orderLines } from '../exports/order-lines.ts'
import { drawHistory, maxPdfLines } from './history.ts'
import { drawInvoice } from './invoice.ts'
import { datesOf, dayOf, drawHead, type Head } from './letterhead.ts'
import { drawProposal } from './proposal.ts'
import { writePdf } from './write-pdf.ts'

type Found = { id: string; order: Order; revision: number }
type Context = Pick<AppContext, 'events' | 'handler' | 'files' | 'now'>

const kinds: Record<OrderDocument, string> = {
  proposal: 'Business proposal',
  invoice: 'Invoice',
  history: 'Project history',
}

/** Answers one of an order's documents as PDF. Throws `NotFound` where there is nothing to show in it yet. */
export async function answerOrderPdf(
  context: Context,
  response: Response,
  { id, order, revision }: Found,
  document: OrderDocument,
): Promise<void> {
  const { handler, events, now } = context
  const [{ state: agency }, { state: client }] = await Promise.all([
    loadUsable(handler, agencies, agencyId),
    loadUsable(handler, accounts, order.clientId),
  ])
  const { title, next } = titleOf(order, revision, document, agency)
  const logo = await logoOf(context, agency)
  const at = new Date(now())
  const dates = datesOf(agency)
  const asOf = `${dates.day(at.toISOString())}, ${dates.clock(at.toISOString())} (${dates.timeZone})`
  const about = [order.title, client.name, client.email, `As of ${asOf}`].filter(Boolean).join('  ·  ')
  const head: Head = { agency, logo, kind: kinds[document], title, next, about }
  const name = `${order.title}: ${kinds[document]}`
  const filename = exportName(order, document, at.toISOString(), 'pdf')
  await writePdf(
    response,
    { title: name, author: agencyName(agency), at, filename, foot: `${agencyName(agency)}  ·  ${name}` },
    async (sheet, written) => {
      drawHead(sheet, head)
      if (document === 'proposal') drawProposal(sheet, order.proposal!)
      if (document === 'invoice') drawInvoice(sheet, order, agency)
      if (document === 'history') {
        const skipped = Math.max(0, revision + 1 - maxPdfLines)
        const lines = linesAfter(skipped, orderLines(events, id, revision))
        await drawHistory(sheet, lines, dates, skipped, written)
      }
      sheet.end()
    },
  )
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
      if (!proposal) throw new NotFound('Nothing is proposed in this project yet')
      return { title: `For ${proposal.receiverName},`, next: `of ${dayOf(proposal.date)}.` }
    case 'invoice':
      if (!isInvoiced(invoice)) throw new NotFound('Nothing is invoiced in this project yet')
      return invoiceTitle(invoice)
    case 'history':
      return { title: `${count(revision + 1, 'line')} so far,`, next: `the first of ${datesOf(agency).day(openedAt)}.` }
  }
}

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

async function* linesAfter(skipped: number, lines: AsyncIterable<OrderLine>): AsyncGenerator<OrderLine> {
  for await (const line of lines) if (line.event.revision >= skipped) yield line
}
