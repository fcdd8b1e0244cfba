import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { median, p95, readable } from '#infra/tools/bench/numbers.ts'
import { storesNamed } from '#infra/tools/bench/stores.ts'
import { listTimes, measurePages, type Sample } from './figures.ts'
import { openPages } from './pages.ts'
import { startServer } from './server.ts'
import { processorTimesBelow } from './usage.ts'

// Measures what one process holds, and over servers several of them, side by side in the same run: the figures of docs/scale.md.

const { values: options } = parseArgs({
  options: {
    stores: { type: 'string', default: 'embedded' },
    processes: { type: 'string' },
    orders: { type: 'string', default: '1000,100000' },
    pages: { type: 'string', default: '0,500,1000,2000,4000' },
    seconds: { type: 'string', default: '5' },
    clicks: { type: 'string', default: '20' },
    writers: { type: 'string', default: '32' },
  },
})
const numbers = (list: string) => list.split(',').map(Number)
const stores = storesNamed(options.stores, process.env)
const sizes = stores.embedded ? [1] : numbers(options.processes ?? '1,4')
const counts = numbers(options.pages)
const { services }: { services?: number } = JSON.parse(process.env.BENCH_SERVERS ?? '{}')
const effort = {
  seconds: Number(options.seconds),
  writers: Number(options.writers),
  clicksPerSecond: Number(options.clicks),
  shared: () => (stores.embedded || !services ? {} : processorTimesBelow(services, ['ferretdb', 'postgres', 'minio'])),
}
console.log(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, the load on the same cores`,
)
console.log(`${sizes.map(nameOf).join(' beside ')}, ${stores.line}\n`)

for (const orders of numbers(options.orders)) {
  // Two pages of each, as long as there are orders enough; and so many that none is clicked again before its pages were received.
  const watched = Math.min(orders - 100, Math.max(500, Math.max(...counts) / 2))
  const all = []
  for (const processes of sizes) {
    const server = await startServer(stores, { orders, watched, processes })
    const lists = await listTimes(server, 200)
    console.log(
      [
        `${orders.toLocaleString('en-GB')} orders, ${nameOf(processes)}: lists made in ${readable(server.listsMade / 1000)} s`,
        `memory ${megabytes(server.memory())}`,
        ...(stores.embedded
          ? [`disk ${megabytes(server.disk())}, ${readable(server.disk() / orders / 1000)} kB an order`]
          : []),
        `a list of 50 in ${readable(median(lists))} ms (p95 ${readable(p95(lists))})`,
      ].join('; '),
    )
    all.push({ processes, server, pages: openPages(server) })
  }
  const columns = [
    'processes',
    'open pages',
    'memory',
    'idle, of a core',
    'received after, p50',
    'p95',
    'changes a second',
  ]
  console.log(`\n| ${[...columns, 'lists behind', 'processor time a change'].join(' | ')} |`)
  console.log(`|${' ---: |'.repeat(columns.length + 1)} :--- |`)
  for (const count of counts) {
    const samples: Sample[] = []
    for (const { processes, server, pages } of all) {
      const sample = await measurePages(server, pages, count, effort)
      samples.push(sample)
      console.log(row(processes, sample))
    }
    const [first, last] = [samples[0]!, samples.at(-1)!]
    if (samples.length > 1) {
      const ratio = readable(last.rate / first.rate)
      console.log(`| ${sizes.at(-1)} : ${sizes[0]} | ${count} | | | | | ${ratio} × | | |`)
    }
  }
  console.log()
  for (const { server, pages } of all) {
    pages.close()
    await server.stop()
  }
}

function row(processes: number, { pages, memory, idle, received, rate, listsBehind, processorTimes }: Sample): string {
  const heard = received.length > 0 ? [`${readable(median(received))} ms`, `${readable(p95(received))} ms`] : ['–', '–']
  const times = Object.entries(processorTimes).map(([part, time]) => `${part} ${readable(time)} ms`)
  const cells = [
    String(processes),
    pages.toLocaleString('en-GB'),
    megabytes(memory),
    `${readable(100 * idle)} %`,
    ...heard,
    readable(rate),
    `${readable(listsBehind / 1000)} s`,
    times.join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

function nameOf(processes: number): string {
  return processes === 1 ? 'one process' : `${processes} api processes and a worker`
}

function megabytes(bytes: number): string {
  return `${readable(bytes / 1e6)} MB`
}
