import { become, install } from './prepare.mjs'

install()
become('projections/migrate.ts', process.argv.slice(2))
