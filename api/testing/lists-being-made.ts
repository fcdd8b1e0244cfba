import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startDouble } from '#infra/events/testing/double.ts'
import { startTestServer, type Visitor } from './test-server.ts'

/** A start samples so many events; the lists are made only then. */
const sampled = 100

/** An event store that can be told to keep an event back, and the settings of servers on it. */
export async function startHoldableStore() {
  const double = await startDouble()
  onTestFinished(double.close)
  const keysDir = await mkdtemp(join(tmpdir(), 'atelier-keys-'))
  onTestFinished(() => rm(keysDir, { recursive: true }))
  return {
    settings: { eventStoreUrl: double.url, keysDir },
    /** Has lists made up to the last event of an order, and no further. Answers what lets them go on. */
    holdLists: () => double.holdSubscriptionsAt(double.entries.findLast(({ stream }) => stream.includes('order-'))!),
  }
}

/** Opens an order with more events than a start samples. Answers its id. */
export async function orderWithHistory(client: Visitor): Promise<string> {
  const orderId = await client.order()
  for (let n = 0; n < sampled; n++) await client.post('/api/send-message', { orderId, text: `Question ${n}` })
  return orderId
}

/** A server with an order, whose documents are gone: its lists are being made until they are let go on. */
export async function startWhileListsAreMade() {
  const { settings, holdLists } = await startHoldableStore()
  const server = await startTestServer(settings)
  onTestFinished(server.close)
  const [admin, client] = [await server.admin(), await server.client()]
  const orderId = await orderWithHistory(client)
  await server.stop()
  for (const name of await readdir(server.dataDir)) {
    if (name.startsWith('documents.db')) await rm(join(server.dataDir, name))
  }
  const goOn = holdLists()
  await server.start()
  return { server, admin, client, orderId, goOn }
}
