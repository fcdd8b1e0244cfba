import { buffer } from 'node:stream/consumers'
import type { Agency } from '#domain/settings/agency.ts'
import type { FileStore } from '#infra/files/store.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { createWorkerPool } from '#infra/worker-pool.ts'
import type { PdfDocument } from './documents.ts'
import type { PdfJob } from './draw-pdf.ts'
import { datesOf, type Head } from './letterhead.ts'

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
 * Draws a document under the agency’s head as PDF, in a thread, until the signal ends it. Those who ask take turns: `asker` is
 * the id of one. Throws `Busy` where too many wait, `TooCostly`, and what the drawing throws.
 */
export async function drawPdf(
  { files, now }: Dependencies,
  { body, ...said }: PdfDocument,
  { agency, project, client }: About,
  { asker, signal }: { asker: string; signal?: AbortSignal },
): Promise<Uint8Array> {
  const at = now()
  const time = new Date(at).toISOString()
  const dates = datesOf(agency)
  const asOf = `${dates.day(time)}, ${dates.clock(time)} (${dates.timeZone})`
  const about = [project, client.name, client.email, `Created ${asOf}`].filter(Boolean).join('  ·  ')
  const head: Head = { ...said, agency, logo: await logoOf(files, agency), about }
  const pool = body.document === 'history' && body.history.isLong ? long : short
  return pool.run(asker, { name: `${project}: ${said.kind}`, at, head, body }, signal)
}

/** The picture of the agency, if it has set one that is there. */
async function logoOf(files: Dependencies['files'], { logo }: Agency): Promise<Buffer | undefined> {
  if (!logo) return undefined
  try {
    const content = await files.get(logo.filename)
    return content && (await buffer(content))
  } catch (error) {
    if (error instanceof Unavailable) return undefined // the name stands in its place
    throw error
  }
}
