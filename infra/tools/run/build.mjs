// npm run build: installs and builds what `npm start` would, without starting it.
import { build, install } from './prepare.mjs'

install()
build()
