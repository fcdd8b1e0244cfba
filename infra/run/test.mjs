// npm test: types, lint, then every test. Arguments go to vitest, and then only the tests run: npm test -- domain
import { chromium } from './chromium.mjs'
import { build, checkSources, install, run } from './prepare.mjs'
import { servers } from './servers.mjs'

const only = process.argv.slice(2)
install()
if (only.length === 0) checkSources()
build()
const { env, ...known } = servers()
run('vitest/vitest.mjs', ['run', ...only], {
  NODE_ENV: 'test',
  CHROMIUM_PATH: chromium(),
  NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  TEST_SERVERS: JSON.stringify(known),
  ...env,
})
