import { randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { type AccountEvent, accounts } from '#domain/account/actions.ts'
import { type NewEvent, streamOf } from '#domain/event.ts'
import type { EventStore } from '#infra/events/store.ts'
import { sampleOrders, spreadOrders } from '#infra/tools/bench/sample-orders.ts'

/**
 * Records an account with an open session for the client of each order that is watched, and closes the store. Answers the
 * orders' ids, spread over all there are, each with the cookie of its client.
 */
export async function seedClients(
  store: EventStore,
  { orders, watched, sessionSecret }: { orders: number; watched: number; sessionSecret: string },
): Promise<Map<string, string>> {
  const wanted = new Set(spreadOrders(watched, orders))
  const cookies = new Map<string, string>()
  const seeded = new Set<string>()
  const at = new Date().toISOString()
  for (const { id, client } of sampleOrders(orders)) {
    if (!wanted.has(id)) continue
    const session = client.id.padEnd(22, '0')
    const token = jwt.sign({ sub: client.id, sid: session }, sessionSecret, { algorithm: 'HS256', expiresIn: '1d' })
    cookies.set(id, `session=${token}`)
    if (seeded.has(client.id)) continue
    seeded.add(client.id)
    const profile = {
      name: client.name,
      email: `${client.id}@example.com`,
      phone: '+919845012345',
      role: 'client' as const,
    }
    const events: NewEvent<AccountEvent>[] = [
      { id: randomUUID(), type: 'AccountRegistered', data: { ...profile, passwordHash: '' }, by: client, at },
      { id: randomUUID(), type: 'LoggedIn', data: { session }, by: client, at },
    ]
    await store.append(streamOf(accounts, client.id), -1, events)
  }
  await store.close()
  return cookies
}
