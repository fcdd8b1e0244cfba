import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** As `findDamage`, while others have their turn; undefined when the signal ended it. */
export async function findDamageInThread(path: string, signal: AbortSignal): Promise<string | undefined> {
  const worker = new Worker(new URL('./find-damage-worker.ts', import.meta.url), { workerData: path })
  try {
    const [found] = await once(worker, 'message', { signal })
    return found
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    await worker.terminate()
  }
}
