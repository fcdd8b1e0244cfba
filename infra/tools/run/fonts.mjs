// npm run fonts: cuts the faces of the site out of their packages again.
import { become, install } from './prepare.mjs'

install()
become('infra/tools/fonts/main.ts', process.argv.slice(2))
