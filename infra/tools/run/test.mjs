// npm test: types, lint, and every test that needs neither minutes nor servers, side by side.
// npm run test:all: every test; with -- --rest those that npm test leaves out, with -- --shard=1/2 half of the files.
// Arguments go to vitest. With a path only the tests run whose path contains it, whatever their group: npm test -- domain
import { cache, checkingSources, install, outputOf } from './prepare.mjs'
import { servers } from './servers.mjs'

const given = process.argv.slice(2)
const only = given.filter((each) => each !== '--all' && each !== '--rest')
const isWhole = only.every((each) => each.startsWith('--shard'))
const tier = given.includes('--rest') ? 'rest' : isWhole && !given.includes('--all') ? 'quick' : ''
install()
const { env, ...known } = servers()
const tests = outputOf(['vitest/vitest.mjs', 'run', ...only], {
  stdio: 'inherit',
  env: {
    NODE_ENV: 'test',
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    NODE_COMPILE_CACHE: cache,
    TEST_SERVERS: JSON.stringify(known),
    TEST_TIER: tier,
    ...env,
  },
})
const checks = isWhole && tier !== 'rest' ? checkingSources() : []
const ended = await Promise.all([tests, ...checks])
for (const { output } of ended) process.stdout.write(output)
process.exitCode = ended.some(({ code }) => code !== 0) ? 1 : 0
if (tier === 'quick') {
  console.log(
    'NOT RUN: whole servers, limits, stores on servers, the other browser tests, endurance. All: npm run test:all',
  )
}
