// npm test: types, lint and every test, side by side. Arguments go to vitest, and then only the tests run:
// npm test -- domain
import { cache, checkingSources, install, outputOf } from './prepare.mjs'
import { servers } from './servers.mjs'

const only = process.argv.slice(2)
install()
const { env, ...known } = servers()
const tests = outputOf(['vitest/vitest.mjs', 'run', ...only], {
  stdio: 'inherit',
  env: {
    NODE_ENV: 'test',
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    NODE_COMPILE_CACHE: cache,
    TEST_SERVERS: JSON.stringify(known),
    ...env,
  },
})
const checks = only.length === 0 ? checkingSources() : []
const ended = await Promise.all([tests, ...checks])
for (const { output } of ended) process.stdout.write(output)
process.exitCode = ended.some(({ code }) => code !== 0) ? 1 : 0
