import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { prepareServerProcess } from '#api/testing/server-process.ts'
import type { Fault } from './faults.ts'
import { startPeople } from './people.ts'
import { outcomeOf, peakMemory } from './report.ts'

/** The limits that people at work stay below here: they work much faster than people. The bounds on the rest are as always. */
const limits = ['login', 'register', 'change', 'message', 'upload'].map((name) => `${name}=100000/100000/1s`).join(' ')

/** A client who means harm, while people work: what one logged-in account and strangers' sockets can do, all at once. */
export const hostileClient: Fault = async ({ times }) => {
  const server = await prepareServerProcess('api', { RATE_LIMITS: limits, CLIENT_QUOTA_MB: '2000' })
  let client: Worker | undefined
  try {
    await server.start()
    const people = await startPeople([server.url])
    client = new Worker(new URL('./hostile-worker.ts', import.meta.url), { workerData: server.url })
    let [changed] = await once(client, 'message')
    for (let n = 0; n < times; n++) {
      const harmed = once(client, 'message')
      client.postMessage('again')
      await people.goOn(20)
      changed += (await harmed)[0]
    }
    const memory = peakMemory(server.pid)
    const fault = `a hostile client ${times} times`
    const outcome = await outcomeOf(fault, people, { stores: server, memory, stop: server.kill })
    return { ...outcome, doubled: outcome.doubled - changed } // what the hostile client changed is there, too
  } finally {
    await client?.terminate()
    await server.remove()
  }
}
