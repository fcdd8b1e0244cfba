// node infra/tools/run/program.mjs <program> …: runs one of our programs, with everything it needs installed and built.
import { become, build, install } from './prepare.mjs'

const [program, ...args] = process.argv.slice(2)
install()
build()
become(program, args)
