import { defineConfig } from 'vitest/config'
import { groups } from './infra/testing/groups.ts'
import { LongestFirst } from './infra/testing/longest-first.ts'

export default defineConfig({
  test: {
    reporters: ['default', './infra/testing/contracts.ts', './infra/testing/tried-again.ts'],
    // A slow machine takes long and is not wrong: what is waited for is a condition.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    maxWorkers: 2,
    // What renders the pages was built for Node as it is.
    server: { deps: { external: [/\/web\/dist\//] } },
    sequence: { sequencer: LongestFirst },
    projects: groups.map((test) => ({ extends: true, test })),
  },
})
