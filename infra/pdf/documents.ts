import { buffer } from 'node:stream/consumers'
import { NotFound } from '#domain/command.ts'
import { isInvoiced } from '#domain/order/invoice.ts'
import type { IssuedDocument } from '#domain/order/issued.ts'
import type { Order } from '#domain/order/order.ts'
import type { WrittenVersion } from '#domain/order/proposal-versions.ts'
import type { Agency } from '#domain/settings/agency.ts'
import { dayInWords } from '#domain/time-zone.ts'
import { invoiceTitle } from '#domain/words/order-titles.ts'
import type { FileStore } from '#infra/files/store.ts'
import { insteadOf, isUnavailable } from '#infra/unavailable.ts'
import { createWorkerPool } from '#infra/worker-pool.ts'
import type { Body, PdfJob } from './draw-pdf.ts'
import type { Receipt } from './issued.ts'
import { datesOf, type Head } from './letterhead.ts'

/** A document: what kind it is, the sentence it begins with in two voices, and what it shows. */
export type PdfDocument = Pick<Head, 'kind' | 'title' | 'next'> & { body: Body }

/** A version of the proposal, and how it was answered. */
export const proposalDocument = (version: WrittenVersion): PdfDocument => ({
  kind: 'Business proposal',
  title: `Proposal for ${version.proposal.receiverName}.`,
  next: `Dated ${dayInWords(version.proposal.date)}.`,
  body: { document: 'proposal', version },
})

/** The figures of the specification. Throws `NotFound` where there are none yet. */
export function figuresDocument({ invoice, paymentLink, status, steps, payments }: Order): PdfDocument {
  const order = { invoice, paymentLink, status, steps }
  if (!isInvoiced(invoice)) throw new NotFound('This project has no invoice yet')
  return {
    ...{ kind: 'Invoice', ...invoiceTitle({ ...order, payments }) },
    body: { document: 'invoice', order },
  }
}

/** An invoice or a credit note, by its id, with those before it, none of which has changed since. Throws `NotFound`. */
export function issuedDocument({ documents }: Pick<Order, 'documents'>, documentId: string): PdfDocument {
  const issued = documents.find((each) => each.documentId === documentId)
  if (!issued) throw new NotFound('This document doesn’t exist')
  const { kind, number, issuedOn, dueOn } = issued
  return {
    kind: kindOf(issued),
    title: `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`,
    next: `Issued on ${dayInWords(issuedOn)}${dueOn ? `, due on ${dayInWords(dueOn)}` : ''}.`,
    body: { document: 'issued', issued, before: documents.slice(0, documents.indexOf(issued)) },
  }
}

/** The receipt of a payment. */
export const receiptDocument = (receipt: Receipt): PdfDocument => ({
  ...{ kind: 'Receipt', title: `Receipt ${receipt.number}`, next: `Issued on ${dayInWords(receipt.issuedOn)}.` },
  body: { document: 'receipt', receipt },
})

const kindOf = ({ kind, tax }: IssuedDocument): string =>
  kind === 'credit note' ? 'Credit note' : tax ? 'Tax invoice' : 'Invoice'

const drawer = new URL('./draw-pdf.ts', import.meta.url)
const bounds = { atOnce: 1, waiting: 20, timeMs: 60_000, memory: 256 }
const short = createWorkerPool<PdfJob, Uint8Array>(drawer, bounds)
/** A thread of their own, at a low priority: however many accounts request long documents, no short one waits for them. */
const long = createWorkerPool<PdfJob, Uint8Array>(drawer, { ...bounds, niceness: 10 })

/** The project of a document, and its people: `agency` as its settings are, `client` as they are called. */
type About = { agency: Agency; project: string; client: { name: string; email: string } }

type Dependencies = {
  files: Pick<FileStore, 'get'>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Draws a document under the agency’s head as PDF, in a thread, until the signal ends it. Those who ask take turns, by
 * `requesterId`. Throws `Busy` where too many wait, `TooCostly`, and what the drawing throws.
 */
export async function drawPdf(
  { files, now }: Dependencies,
  { body, ...said }: PdfDocument,
  { agency, project, client }: About,
  { requesterId, signal }: { requesterId: string; signal?: AbortSignal },
): Promise<Uint8Array> {
  const at = now()
  const time = new Date(at).toISOString()
  const dates = datesOf(agency)
  const asOf = `${dates.day(time)}, ${dates.clock(time)} (${dates.timeZone})`
  const about = [project, client.name, client.email, `Created ${asOf}`].filter(Boolean).join('  ·  ')
  const head: Head = { ...said, agency, logo: await logoOf(files, agency), about }
  const pool = body.document === 'history' && body.history.isLong ? long : short
  return pool.run(requesterId, { name: `${project}: ${said.kind}`, at, head, body }, signal)
}

/** The picture of the agency, if it has set one that is there. While the files are away its name stands in its place. */
async function logoOf(files: Dependencies['files'], { logo }: Agency): Promise<Buffer | undefined> {
  if (!logo) return undefined
  const reading = files.get(logo.filename).then((content) => content && buffer(content))
  return reading.catch(insteadOf(isUnavailable, undefined))
}
