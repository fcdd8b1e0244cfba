import { build } from '../tools/run/prepare.mjs'

/** Before tests with servers that serve the web app. */
export const setup = build
