import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { median, p95, readable } from '../bench/numbers.ts'
import { storesNamed } from '../bench/stores.ts'
import { listTimes, measurePages, type Sample } from './figures.ts'
import { startServer } from './server.ts'

// What one process holds: the figures of docs/scale.md.

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000,100000' },
    pages: { type: 'string', default: '0,500,1000,2000,4000' },
    seconds: { type: 'string', default: '5' },
    clicks: { type: 'string', default: '20' },
  },
})
const numbers = (list: string) => list.split(',').map(Number)
const effort = { seconds: Number(options.seconds), clicksPerSecond: Number(options.clicks) }
const stores = storesNamed('embedded', process.env)
console.log(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, the load on the same cores`,
)
console.log(`One process, ${stores.line}\n`)

for (const orders of numbers(options.orders)) {
  // Two pages of each, as long as there are orders enough; and so many that none is clicked again before its pages were told.
  const watched = Math.min(orders - 100, Math.max(500, Math.max(...numbers(options.pages)) / 2))
  const server = await startServer(stores, { orders, watched })
  const lists = await listTimes(server, 200)
  console.log(
    [
      `${orders.toLocaleString('en-GB')} orders: lists made in ${readable(server.listsMade / 1000)} s`,
      `memory ${megabytes(server.memory())}`,
      `disk ${megabytes(server.disk())}, ${readable(server.disk() / orders / 1000)} kB an order`,
      `a list of 50 in ${readable(median(lists))} ms (p95 ${readable(p95(lists))})`,
    ].join('; '),
  )
  console.log(
    '\n| open pages | memory | idle, of a core | told after, p50 | p95 | changes a second | processor time a change |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  await measurePages(server, numbers(options.pages), effort, (sample) => console.log(row(sample)))
  console.log()
  await server.stop()
}

function row({ pages, memory, idle, told, rate, processorTime }: Sample): string {
  const heard = told.length > 0 ? [`${readable(median(told))} ms`, `${readable(p95(told))} ms`] : ['–', '–']
  const cells = [
    pages.toLocaleString('en-GB'),
    megabytes(memory),
    `${readable(100 * idle)} %`,
    ...heard,
    readable(rate),
    `${readable(processorTime)} ms`,
  ]
  return `| ${cells.join(' | ')} |`
}

function megabytes(bytes: number): string {
  return `${readable(bytes / 1e6)} MB`
}
