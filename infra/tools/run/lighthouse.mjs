// npm run lighthouse [path…]: measures the public pages of a production server of its own.
import { chromium } from './chromium.mjs'
import { become, build, install } from './prepare.mjs'

install()
build()
process.env.CHROMIUM_PATH = chromium()
become('infra/tools/lighthouse/main.ts', process.argv.slice(2))
