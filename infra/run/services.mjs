import { become, install } from './prepare.mjs'

install()
become('infra/services/main.ts', process.argv.slice(2))
