import { become, install } from './prepare.mjs'

install()
become('projections/audit.ts', process.argv.slice(2))
