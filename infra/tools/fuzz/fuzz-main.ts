import { parseArgs } from 'node:util'
import { startTestServer } from '#api/testing/test-server.ts'
import { fuzz, fuzzPackets } from './fuzz.ts'

// npm run fuzz -- --times 100000: so many hostile requests over all calls of a server of its own, and so many hostile packets
// on its websockets. Ends with 1 if any was answered otherwise than is documented, or ended the server. With the same --seed
// they are the same.

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
let failed = 0
for (const [what, sendAll] of Object.entries({ requests: fuzz, packets: fuzzPackets })) {
  console.log(`${times} hostile ${what} with the seed ${seed} (--seed ${seed}) …`)
  const { failures, answers } = await sendAll(server, seed, times)
  const sorted = [...answers].sort(([a], [b]) => (a < b ? -1 : 1))
  console.log(sorted.map(([answer, count]) => `${answer}: ${count}`).join('  '))
  for (const failure of failures.slice(0, 20)) console.error(`\n${failure}`)
  console.log(`${failures.length} answered otherwise than is documented`)
  failed += failures.length
}
await server.close()
process.exit(failed > 0 ? 1 : 0)
