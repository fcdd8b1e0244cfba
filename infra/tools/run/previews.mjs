// npm run previews: draws the pictures of the site's previews again.
import { headlessShell } from './chromium.mjs'
import { become, install } from './prepare.mjs'

install()
process.env.HEADLESS_SHELL_PATH = headlessShell()
become('infra/tools/previews/main.ts', process.argv.slice(2))
