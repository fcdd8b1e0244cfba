import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'
import { startTestServer } from './test-server.ts'

// npm run fuzz -- --times 100000: hostile requests over all calls of a server of its own. Ends with 1 if any of them was
// answered otherwise than is documented. With the same --seed it is the same requests.

const { values: options } = parseArgs({
  options: { times: { type: 'string', default: '10000' }, seed: { type: 'string' } },
})
const times = Number(options.times)
const seed = Number(options.seed ?? Date.now() % 1_000_000)
if (![times, seed].every((each) => Number.isInteger(each) && each >= 0)) {
  console.error('--times and --seed are whole numbers.')
  process.exit(1)
}
const server = await startTestServer()
console.log(`${times} hostile requests with the seed ${seed} (--seed ${seed}) …`)
const { failures, statuses } = await fuzz(server, seed, times)
await server.close()
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join('  '),
)
for (const failure of failures.slice(0, 20)) console.error(`\n${failure}`)
console.log(`${failures.length} answered otherwise than is documented`)
process.exit(failures.length > 0 ? 1 : 0)
