import { parentPort, workerData } from 'node:worker_threads'
import { findDamage } from './find-damage.ts'

// In a thread of its own: reading gigabytes would hold up those who work meanwhile.
parentPort!.postMessage(findDamage(workerData as string))
