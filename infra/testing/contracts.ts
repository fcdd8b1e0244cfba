import type { Reporter, TestModule, TestSuite } from 'vitest/node'

/** The report of `npm test` and `npm run test:all` on the servers they found (infra/tools/run/servers.mjs). */
type Servers = { against: Record<string, string>; missing: Record<string, string> }

type Row = { port: string; adapter: string; result: string; against: string }

/**
 * Says at the end which contract ran against what, since a suite that did not run looks like one that passed. The
 * suites are found by their names: `the event store on EventStoreDB`, or on a double of it.
 */
export default class Contracts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const servers: Servers = JSON.parse(process.env.TEST_SERVERS ?? '{"against":{},"missing":{}}')
    const rows = modules.flatMap(contractsIn).map((suite) => rowOf(suite, servers))
    if (rows.length > 0) console.log(`\n${table(rows)}\n`)
  }
}

const named = /^the (event|document|file) store on (.+)$/

/** The stores that need no server. */
const embedded = new Set(['SQLite', 'disk'])

const contractsIn = (module: TestModule): TestSuite[] =>
  [...module.children.allSuites()].filter(({ name }) => named.test(name))

function rowOf(suite: TestSuite, { against, missing }: Servers): Row {
  const [, port = '', adapter = ''] = named.exec(suite.name)!
  const tests = [...suite.children.allTests()]
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  const [passed, failed] = [count('passed'), count('failed')]
  const row = { port: `${port}s`, adapter }
  if (passed + failed === 0) {
    return { ...row, result: 'NOT RUN', against: missing[adapter] ?? 'it was left out of this run' }
  }
  const result = failed > 0 ? `${failed} FAILED, ${passed} passed` : `${passed} passed`
  return { ...row, result, against: against[adapter] ?? (embedded.has(adapter) ? 'embedded' : '') }
}

function table(rows: Row[]): string {
  const lines = [{ port: 'CONTRACT', adapter: 'ON', result: '', against: 'AGAINST' }, ...rows.toSorted(byPort)]
  const widest = (key: keyof Row) => Math.max(...lines.map((line) => line[key].length))
  const [port, adapter, result] = [widest('port'), widest('adapter'), widest('result')]
  return lines
    .map((line) =>
      [line.port.padEnd(port), line.adapter.padEnd(adapter), line.result.padEnd(result), line.against].join('  '),
    )
    .join('\n')
}

const byPort = (one: Row, other: Row) => `${one.port} ${one.adapter}`.localeCompare(`${other.port} ${other.adapter}`)
