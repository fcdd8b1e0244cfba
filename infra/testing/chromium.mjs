import { chromium } from '../tools/run/chromium.mjs'

/** Before tests that open pages. */
export function setup() {
  process.env.CHROMIUM_PATH = chromium()
}
