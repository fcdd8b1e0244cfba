import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startTestServer } from '#api/testing/test-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The server's files that docs/architecture.md names on the way of a completed step. */
function filesInDocs(): string[] {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8')
  const way = /### A step is completed[^\n]*\n([\s\S]*?)\n###/.exec(page)![1]!
  return [...new Set(way.match(/(?:api|domain|infra)\/[\w/-]+\.ts/g))].toSorted()
}

/** Whether a function ran. One without a name may be Vitest's own: how it reads what a module exports. */
const isPassed = ({ functionName, ranges }: { functionName: string; ranges: { count: number }[] }) =>
  functionName !== '' && ranges.some(({ count }) => count > 0)

/** The page reads its own: the path of the call. */
const ofThePage = ['domain/contract/endpoints.ts']
/** The work beside requests: read models and reactions follow, the log is written, files made private, keys verified, idle threads ended. */
const beside =
  /^(projections|infra\/(documents|mail|metrics)|infra\/keys\/(person-keys|sqlite|wrapping)|infra\/(clock|lease|slices|private-files|proof|seal|worker-pool)|api\/http\/security-entries|domain\/order\/(row|sentences))|testing|\.test\.ts$/

it('a completed step passes the files that the architecture page names, and no others', async () => {
  const server = await startTestServer({ checkAnswers: false })
  const profiler = new Session()
  profiler.connect()
  const toggle = { orderId: '', progressId: 3, status: 1 }
  try {
    const [client, admin] = await Promise.all([server.client(), server.admin()])
    toggle.orderId = await client.order()
    const page = await client.connect()
    await page.watch(toggle.orderId)
    await server.settled()

    await profiler.post('Profiler.enable')
    await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await admin.put('/api/update-progress-status', toggle, { 'Idempotency-Key': randomUUID() })
    await page.waitFor((received) => received.some(({ type }) => type === 'StepToggled'))
    const { result } = await profiler.post('Profiler.takePreciseCoverage')
    page.close()

    const passed = result
      .filter(({ functions }) => functions.some(isPassed))
      .map(({ url }) => url.replace(/^file:\/\//, ''))
      .filter((path) => path.startsWith(root) && !path.includes('/node_modules/'))
      .map((path) => path.slice(root.length).replace(/\?.*$/, ''))
      .filter((path) => !beside.test(path))
    expect([...new Set(passed)].toSorted()).toEqual(filesInDocs().filter((path) => !ofThePage.includes(path)))
  } finally {
    profiler.disconnect()
    await server.close()
  }
})
