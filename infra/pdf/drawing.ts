import { createWorkerPool } from '#infra/worker-pool.ts'
import type { PdfJob } from './draw-pdf.ts'

const drawer = new URL('./draw-pdf.ts', import.meta.url)
const bounds = { atOnce: 1, waiting: 20, timeMs: 60_000, memory: 256 }
const short = createWorkerPool<PdfJob, Uint8Array>(drawer, bounds)
/** A thread of their own, which stands back: however many accounts ask for what is long, nobody waits for it with what is short. */
const long = createWorkerPool<PdfJob, Uint8Array>(drawer, { ...bounds, niceness: 10 })

/**
 * Draws a document as PDF in a thread, until the signal ends it. Those who ask take turns: `asker` is the id of one. Throws
 * `Busy` where too many wait, `TooCostly`, and what the drawing throws.
 */
export const drawPdf = (asker: string, job: PdfJob, signal?: AbortSignal): Promise<Uint8Array> =>
  (job.body.document === 'history' && job.body.history.isLong ? long : short).run(asker, job, signal)
