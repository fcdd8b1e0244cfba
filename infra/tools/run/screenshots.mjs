// npm run screenshots: pictures of every screen, to be looked at.
import { chromium } from './chromium.mjs'
import { become, build, install } from './prepare.mjs'

install()
build()
process.env.CHROMIUM_PATH = chromium()
become('api/browser/screenshots.ts', process.argv.slice(2))
