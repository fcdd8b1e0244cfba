import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const usual = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const found = () => usual.find((path) => path && existsSync(path))

/** A Chromium for the browser tests: the system's, else from the system's package manager, else Playwright's own. */
export function chromium() {
  const there = found()
  if (there) return there
  console.log('Installing Chromium for the browser tests (only once) …')
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    const quietly = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    spawnSync('apt-get', ['update'], quietly)
    for (const name of ['chromium', 'chromium-headless-shell']) {
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], quietly)
    }
    if (found()) return found()
  }
  const require = createRequire(import.meta.url)
  const { chromium: own } = require('playwright-core')
  if (!existsSync(own.executablePath())) {
    const cli = require.resolve('playwright-core/cli.js')
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  }
  if (existsSync(own.executablePath())) return own.executablePath()
  console.error('Could not get Chromium. Install it, or set CHROMIUM_PATH.')
  process.exit(1)
}

/**
 * Chromium's headless shell, which draws a page in half the processor time and shows no notifications; the whole Chromium
 * where there is none.
 */
export const headlessShell = () =>
  [process.env.HEADLESS_SHELL_PATH, '/usr/bin/chromium-headless-shell'].find((path) => path && existsSync(path)) ??
  chromium()
