import { expect, it, onTestFinished } from 'vitest'
import { fuzz } from '../testing/fuzz.ts'
import { startTestServer } from '../testing/test-server.ts'

it('answers two thousand hostile requests over all calls as it says it does, and goes on', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
  console.log(`hostile requests with the seed ${seed} (FUZZ_SEED)`)
  const { failures } = await fuzz(server, seed, 2_000)
  expect(failures).toEqual([])
  const client = await server.client()
  const orderId = await client.order()
  expect((await client.post('/api/send-message', { orderId, text: 'Still here' })).status).toBe(200)
}, 120_000)
