// npm run endure: with the servers of the environment or of a running `npm run services`, for what takes several processes.
import { become, build, install } from './prepare.mjs'
import { servers } from './servers.mjs'

install()
build()
Object.assign(process.env, servers().env)
become('infra/tools/endure/main.ts', process.argv.slice(2))
