import { chromium, headlessShell } from '../tools/run/chromium.mjs'

/** Before tests that open pages. */
export function setup() {
  process.env.CHROMIUM_PATH = chromium()
  process.env.HEADLESS_SHELL_PATH = headlessShell()
}
