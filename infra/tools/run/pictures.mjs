// npm run pictures [name…]: draws the pictures and the film of the site again.
import { headlessShell } from './chromium.mjs'
import { become, install } from './prepare.mjs'

install()
process.env.HEADLESS_SHELL_PATH = headlessShell()
become('infra/tools/pictures/main.ts', process.argv.slice(2))
