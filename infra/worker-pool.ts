import { once } from 'node:events'
import { setPriority } from 'node:os'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { createTurns } from './turns.ts'
import { Busy } from './unavailable.ts'

/** How long a thread without work is kept, in milliseconds: its memory is given back then. */
const idleMs = 15_000

/** A job took more time or memory than it may; its thread was ended. The api answers it with 503. */
export class TooCostly extends Busy {
  override name = 'TooCostly'
}

type Bounds = {
  /** How many threads there are at most. */
  atOnce: number
  /** How many jobs may wait for one. */
  waiting: number
  /** How long a job may take, in milliseconds, the start of its thread included. */
  timeMs: number
  /** How large the heap of a thread may grow, in MB. */
  memory: number
  /** How far its threads stand back where processors are busy, up to 19, as `nice` has it; on Linux. Not at all unless given. */
  niceness?: number
}

/**
 * Threads for what would hold up others: started with the first job, ended when they have none. `module` calls
 * `serveJobs`. One key has one thread at a time, so that long jobs of one account hold up no short ones of another.
 */
export function createWorkerPool<Job, Result>(module: URL, { atOnce, waiting, timeMs, memory, niceness }: Bounds) {
  const turns = createTurns({ atOnce, ofOne: 1, waiting })
  const idle = new Map<Worker, NodeJS.Timeout>()

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: memory }
    const worker = new Worker(module, { execArgv: [], resourceLimits, workerData: { niceness } })
    // What goes wrong in a job its caller is told; in a thread without one it ends the thread alone.
    return worker.on('error', () => {}).on('exit', () => idle.delete(worker))
  }

  function take(): Worker {
    const [worker, timer] = [...idle].at(-1) ?? [start()]
    idle.delete(worker)
    clearTimeout(timer)
    worker.ref()
    return worker
  }

  function giveBack(worker: Worker): void {
    worker.unref()
    const end = () => {
      idle.delete(worker) // nothing is handed to a thread that is ending
      void worker.terminate()
    }
    idle.set(worker, setTimeout(end, idleMs).unref())
  }

  async function inThread(job: Job, signal: AbortSignal | undefined): Promise<Result> {
    signal?.throwIfAborted()
    const worker = take()
    try {
      worker.postMessage(job)
      const ended = AbortSignal.any([AbortSignal.timeout(timeMs), ...(signal ? [signal] : [])])
      const [result] = await once(worker, 'message', { signal: ended })
      giveBack(worker)
      return result
    } catch (error) {
      void worker.terminate()
      throw isTooMuch(error as NodeJS.ErrnoException)
        ? new TooCostly('This task needs more time or memory than it may use.')
        : error
    }
  }

  return {
    /** Runs a job in a thread, until the signal ends it. Throws `Busy` when too many wait, `TooCostly`, and as the job. */
    run: (key: string, job: Job, signal?: AbortSignal): Promise<Result> => turns.run(key, () => inThread(job, signal)),
  }
}

const isTooMuch = ({ name, code }: NodeJS.ErrnoException) =>
  name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Runs the jobs of a pool’s thread, one after the other. An error of `work` ends the thread. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result> | Result): void {
  const { niceness } = workerData as Pick<Bounds, 'niceness'>
  if (niceness !== undefined) standBack(niceness)
  parentPort!.on('message', async (job: Job) => parentPort!.postMessage(await work(job)))
}

/** Sets this thread back where the system lets it: the unit of systemd does not, and its jobs are done all the same. */
function standBack(niceness: number): void {
  if (process.platform !== 'linux') return // elsewhere it would be the whole process
  try {
    setPriority(niceness)
  } catch {}
}
