import { become, install } from './prepare.mjs'

install()
become('projections/migration/migrate.ts', process.argv.slice(2))
