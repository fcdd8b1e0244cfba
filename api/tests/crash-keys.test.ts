import { randomInt } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { prepareServerProcess, type ServerProcess } from '#api/testing/server-process.ts'
import { prepareSharedStores } from '#api/testing/shared-stores.ts'
import { startTestServer, Visitor } from '#api/testing/test-server.ts'
import { decode, isSealed } from '#infra/events/stored-event.ts'
import { openStores } from '#infra/open.ts'
import { hasServers } from '#infra/testing/servers.ts'

type Stores = Pick<Parameters<typeof openStores>[0], 'eventStoreUrl' | 'mongodbUrl' | 's3' | 'masterKey'>

/** How many people do something for the first time at the same moment. */
const writers = 16

/** The addresses of all who asked for prices, as far as their events open. Every key that an event is sealed by is there. */
async function recordedIn({ dataDir }: ServerProcess, settings: Stores) {
  const stores = await openStores({ dataDir, ...settings })
  try {
    const sealedBy = new Set<string>()
    for await (const stored of stores.events.everyStored(0n)) {
      const event = decode(stored)
      if (isSealed(event)) for (const { key } of event.sealed) sealedBy.add(key)
    }
    const there = await stores.keys.keysById([...sealedBy])
    expect([...sealedBy].filter((key) => !there.has(key))).toEqual([])
    const emails: string[] = []
    for await (const { events, damaged = [], caughtUp } of stores.events.follow(0n, new AbortController().signal)) {
      expect(damaged).toEqual([])
      for (const { type, data } of events) if (type === 'LeadSubmitted') emails.push((data as { email: string }).email)
      if (caughtUp) break
    }
    const keys = await Array.fromAsync(stores.keys.everyKey())
    return { emails: new Set(emails), keys: keys.length, sealedBy: sealedBy.size }
  } finally {
    await stores.close()
  }
}

/** Kills a process again and again while people of whom nothing is known do something, and looks each time at what is there. */
async function throughKills(server: ServerProcess, settings: Stores, kills: number) {
  const acknowledged: string[] = []
  let people = 0
  let found = { emails: new Set<string>(), keys: 0, sealedBy: 0 }
  for (let n = 0; n < kills; n++) {
    await server.start()
    const visitor = new Visitor(server.url)
    let running = true
    const asking = Array.from({ length: writers }, async () => {
      while (running) {
        const email = `person-${++people}@example.com`
        const details = { name: `Person ${people}`, email, phone: '9845012345', source: 'customer-filter' }
        const answer = await visitor.post('/api/submit-details', details).catch(() => undefined)
        if (!answer) return // it was killed
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
        acknowledged.push(email)
      }
    })
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(before + writers)
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, 100))) // any moment will do: that is the test
    await server.kill()
    running = false
    await Promise.all(asking)
    found = await recordedIn(server, settings)
    expect(acknowledged.filter((email) => !found.emails.has(email))).toEqual([])
  }
  const left = found.keys - found.sealedBy
  console.log(`${acknowledged.length} new people acknowledged, ${kills} kills, ${left} keys without an event`)
}

const kills = process.env.CI ? 30 : 6

// spec: 11.60
// security: 11.6
it(`seals nothing by a key that is not there any more, through ${kills} kills`, async () => {
  const server = await prepareServerProcess()
  onTestFinished(() => server.remove())
  await throughKills(server, {}, kills)
}, 300_000)

describe.runIf(hasServers)('on MongoDB', () => {
  // spec: 11.60
  it(`seals nothing by a key that is not there, through ${kills / 2} kills`, async () => {
    const { settings, mongodbUrl, s3, remove } = await prepareSharedStores()
    onTestFinished(remove)
    const { EVENTSTORE_URL: eventStoreUrl, MASTER_KEY: masterKey } = settings
    const stores = { eventStoreUrl, mongodbUrl, s3, masterKey }
    // Keeps the read models, and is not killed.
    const other = await startTestServer({ ...stores, sessionSecret: settings.SESSION_SECRET })
    onTestFinished(other.close)
    const server = await prepareServerProcess('api', { ...settings, ROLE: 'api' })
    onTestFinished(() => server.remove())
    await throughKills(server, stores, kills / 2)
  }, 300_000)
})
