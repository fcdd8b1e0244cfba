// npm run screenshots: pictures of every screen, to be looked at.
import { headlessShell } from './chromium.mjs'
import { become, build, install } from './prepare.mjs'

install()
build()
process.env.HEADLESS_SHELL_PATH = headlessShell()
become('api/journeys/screenshots.ts', process.argv.slice(2))
