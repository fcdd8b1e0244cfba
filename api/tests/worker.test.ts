import { expect, it, onTestFinished } from 'vitest'
import { freePort, prepareServerProcess, runToEnd, shared } from '#api/testing/server-process.ts'
import { startDouble } from '#infra/events/testing/double.ts'

/** The worker on an event store that can go away. */
async function worker() {
  const double = await startDouble()
  onTestFinished(double.close)
  const metricsPort = await freePort()
  const settings = { ...shared, EVENTSTORE_URL: double.url, METRICS_PORT: String(metricsPort) }
  const program = await prepareServerProcess('worker', settings)
  onTestFinished(() => program.remove())
  await program.start()
  const ask = async (path: string) => {
    const response = await fetch(program.url + path)
    return [response.status, response.status === 404 ? undefined : await response.json()]
  }
  return { double, ask, metrics: `http://localhost:${metricsPort}/metrics` }
}

it('says that it is alive and ready, and what is down, as every process does', async () => {
  const { double, ask } = await worker()
  expect(await ask('/healthz')).toEqual([200, { alive: true }])
  expect(await ask('/readyz')).toEqual([200, { ready: true, caughtUp: true, down: [] }])
  expect(await ask('/')).toEqual([404, undefined])

  double.silence()
  await expect.poll(() => ask('/readyz')).toMatchObject([503, { ready: false, down: ['The event store'] }])
  expect(await ask('/healthz')).toEqual([200, { alive: true }])

  double.speak()
  await expect.poll(() => ask('/readyz'), { timeout: 10_000 }).toMatchObject([200, { ready: true, down: [] }])
})

it('says how far behind its read models are', async () => {
  const { metrics } = await worker()
  const text = async () => (await fetch(metrics)).text()
  await expect.poll(text).toContain('atelier_projection_lag_seconds{model="orders"} 0\n')
  expect(await text()).not.toContain('atelier_sockets_open')
})

it.each([
  ['EVENTSTORE_URL, MONGODB_URL and S3_BUCKET', shared],
  [
    'SESSION_SECRET, MASTER_KEY, VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY',
    { EVENTSTORE_URL: 'esdb://localhost?tls=false', MONGODB_URL: 'mongodb://localhost', S3_BUCKET: 'atelier' },
  ],
])('starts on no stores and secrets of its own: it needs %s', async (names, settings) => {
  const { code, err } = await runToEnd('worker', [], { ...settings, ROLE: '' })
  expect([code, err]).toEqual([1, expect.stringContaining(`like the worker, needs ${names}: `)])
})
