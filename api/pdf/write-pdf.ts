import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { Response } from 'express'
import { createSheet, type Sheet } from './sheet.ts'
import { loadCoverage } from './typefaces.ts'

type About = { title: string; author: string; at: Date; filename: string; foot: string }

/** How much may wait for a reader who is slow, in bytes, and for how long the document waits for them, in milliseconds. */
const maxWaiting = 512 * 1024
const patienceMs = 30_000

/**
 * Answers a document as PDF while it is drawn. `draw` calls `written` every now and then: it gives others their turn, and
 * waits for a reader who takes it more slowly than it is drawn. Rejects when they have gone, or take nothing any more.
 */
export async function writePdf(
  response: Response,
  { title, author, at, filename, foot }: About,
  draw: (sheet: Sheet, written: () => Promise<void>) => Promise<void>,
): Promise<void> {
  // Loaded with the first document, so that neither the start nor a server that makes none pays for it.
  const [{ default: PDFDocument }, covers] = await Promise.all([import('pdfkit'), loadCoverage()])
  const document = new PDFDocument({
    ...{ autoFirstPage: false, tagged: true, displayTitle: true, pdfVersion: '1.7', lang: 'en' },
    info: { Title: title, Author: author, CreationDate: at, Producer: 'Atelier', Creator: 'Atelier' },
  })
  response.type('application/pdf').attachment(filename)
  const ended = once(response, 'close')
  document.pipe(response)
  const written = async () => {
    await turn()
    while (document.readableLength > maxWaiting && !response.destroyed) {
      await once(response, 'drain', { signal: AbortSignal.any([AbortSignal.timeout(patienceMs), gone.signal]) })
    }
    if (response.destroyed) throw new Error('The reader of a document has gone')
  }
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    await draw(createSheet(document, covers, foot), written)
  } catch (error) {
    document.unpipe(response)
    document.destroy()
    if (response.destroyed) return // there is no one to answer
    throw error
  }
  await ended
}
