import { build } from '../tools/run/prepare.mjs'

/** Before tests whose servers give out the web app. */
export const setup = build
