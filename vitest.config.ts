import { defineConfig } from 'vitest/config'
import { groups } from './infra/testing/groups.ts'
import { LongestFirst } from './infra/testing/longest-first.ts'

/** What test.mjs asks for: `npm test`, or what that leaves to the rest. All of it where nothing is said. */
const { TEST_TIER } = process.env
const selected = groups.filter((group) => !TEST_TIER || 'rest' in group === (TEST_TIER === 'rest'))

export default defineConfig({
  test: {
    reporters: ['default', './infra/testing/contracts.ts', './infra/testing/flaky-reporter.ts'],
    // A slow machine takes long and is not wrong: what is waited for is a condition.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // In `npm test` a third of the time is waited for a browser, a disk or a clock. The rest starts whole servers, or many.
    maxWorkers: TEST_TIER === 'quick' ? 3 : 2,
    // What renders the pages was built for Node as it is.
    server: { deps: { external: [/\/web\/dist\//] } },
    sequence: { sequencer: LongestFirst },
    projects: selected.map((test) => ({ extends: true, test })),
  },
})
