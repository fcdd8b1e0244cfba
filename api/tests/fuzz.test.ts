import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '#api/testing/test-server.ts'
import { fuzz, fuzzPackets } from '#infra/tools/fuzz/fuzz.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
console.log(`hostile requests and packets with the seed ${seed} (FUZZ_SEED)`)

// spec: 11.51
// security: 1.3
it('answers two thousand hostile requests over all calls as it says it does, and goes on', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const { failures } = await fuzz(server, seed, 2_000)
  expect(failures).toEqual([])
  const client = await server.client()
  const orderId = await client.order()
  expect((await client.post('/api/send-message', { orderId, text: 'Still here' })).status).toBe(200)
}, 120_000)

// security: 3.2
it('goes on through four thousand hostile packets of visitors, a client and an admin', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const { failures, answers } = await fuzzPackets(server, seed, 4_000)
  expect(failures).toEqual([])
  expect(answers.get('let in')).toBeGreaterThan(100)
}, 120_000)
