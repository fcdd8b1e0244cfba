// npm run check: types, lint and format, without the tests.
import { checkingSources, install } from './prepare.mjs'

install()
for (const { code, output } of await Promise.all(checkingSources())) {
  process.stdout.write(output)
  if (code !== 0) process.exitCode = 1
}
