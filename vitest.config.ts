import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,infra,projections,api,web}/**/*.test.{ts,tsx}'],
    reporters: ['default', './infra/testing/contracts.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
