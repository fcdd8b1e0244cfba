// node infra/tools/run/command.mjs <program> …: runs one of our programs that needs no web app, with its packages installed.
import { become, install } from './prepare.mjs'

const [program, ...args] = process.argv.slice(2)
install()
become(program, args)
