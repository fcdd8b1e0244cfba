// npm run scale: with the servers of the environment or of a running `npm run services`, where they are asked for.
import { become, build, install } from './prepare.mjs'
import { servers } from './servers.mjs'

install()
build()
const { env, ...known } = servers()
Object.assign(process.env, env, { BENCH_SERVERS: JSON.stringify(known) })
become('infra/tools/scale/main.ts', process.argv.slice(2))
