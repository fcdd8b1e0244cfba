import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { WrittenVersion } from '#domain/order/proposal-versions.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { serveJobs } from '#infra/worker-pool.ts'
import { drawHistory, type History } from './history.ts'
import { drawInvoice, type InvoicedOrder } from './invoice.ts'
import { drawIssued, drawReceipt, type IssuedSheet, type Receipt } from './issued.ts'
import { drawHead, type Head } from './letterhead.ts'
import { drawProposal } from './proposal.ts'
import { type Coverage, type Face, faces, fontFile } from './runs.ts'
import { createSheet } from './sheet.ts'

// In a thread of its own: shaping letters of many scripts takes long, and drawing is done in one piece.

/** The content of a document under its head. */
export type Body =
  | { document: 'proposal'; version: WrittenVersion }
  | { document: 'invoice'; order: InvoicedOrder }
  | ({ document: 'issued' } & IssuedSheet)
  | { document: 'receipt'; receipt: Receipt }
  | { document: 'history'; history: History }

/** A document of an order: `name` is its title, `at` the time it is made, in milliseconds since 1970. */
export type PdfJob = { name: string; at: number; head: Head; body: Body }

/** Loads the characters that each face can write, as its font says. */
async function loadCoverage(): Promise<Coverage> {
  const sets = new Map<Face, ReadonlySet<number>>()
  for (const face of faces) {
    const font = create(await readFile(fontFile(face)))
    if (!('characterSet' in font)) throw new Error(`${face} is not one font`)
    sets.set(face, new Set(font.characterSet))
  }
  return (face, codePoint) => sets.get(face)!.has(codePoint)
}

const coverage = loadCoverage()

serveJobs(async ({ name, at, head, body }: PdfJob): Promise<Uint8Array> => {
  const author = agencyName(head.agency)
  const document = new PDFDocument({
    ...{ autoFirstPage: false, tagged: true, displayTitle: true, pdfVersion: '1.7', lang: 'en' },
    info: { Title: name, Author: author, CreationDate: new Date(at), Producer: 'Atelier', Creator: 'Atelier' },
  })
  const written = buffer(document)
  const sheet = createSheet(document, await coverage, `${author}  ·  ${name}`)
  drawHead(sheet, head)
  if (body.document === 'proposal') drawProposal(sheet, body.version, head.agency)
  if (body.document === 'invoice') drawInvoice(sheet, body.order, head.agency)
  if (body.document === 'issued') drawIssued(sheet, body, head.agency)
  if (body.document === 'receipt') drawReceipt(sheet, body.receipt)
  if (body.document === 'history') drawHistory(sheet, body.history, head.agency)
  sheet.end()
  return written
})
