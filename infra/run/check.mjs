// npm run check: types, lint and format, without the tests.
import { checkSources, install } from './prepare.mjs'

install()
checkSources()
