import { parentPort, workerData } from 'node:worker_threads'
import { CommandError } from '#infra/control/ask-server.ts'
import { type Collection, collect } from './collect.ts'
import type { Manifest } from './manifest.ts'

/** The answer of the thread: what it collected, or the message of a `CommandError`. */
export type Collected = { manifest: Manifest } | { refused: string }

// In a thread of its own: reading gigabytes to hash them would hold up those who work meanwhile.
const collected = await collect(workerData as Collection).then(
  (manifest): Collected => ({ manifest }),
  (error): Collected => {
    if (error instanceof CommandError) return { refused: error.message }
    throw error
  },
)
parentPort!.postMessage(collected)
