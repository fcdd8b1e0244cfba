import { become, install } from './prepare.mjs'

install()
become('infra/tools/services/main.ts', process.argv.slice(2))
