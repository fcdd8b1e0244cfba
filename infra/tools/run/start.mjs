import { become, build, install } from './prepare.mjs'

install()
build()
become('api/main.ts')
