type Group = {
  name: string
  include: string[]
  exclude?: string[]
  globalSetup?: string[]
  pool?: 'threads'
  isolate?: boolean
  retry?: number
}

/** What ends processes, installs packages, moves hundreds of megabytes or measures time. */
const endurance = [
  'api/browser/{long-conversation,processes}.test.ts',
  'api/endure/faults.test.ts',
  'api/tests/{crash,crash-keys,fresh-clone,npm-start}.test.ts',
  'api/uploads/upload-memory.test.ts',
  'infra/tools/run/dev.test.ts',
]
/** One after another in the same process, which keeps its modules: they take 1.5 s of a processor to load. */
const together = { isolate: false }
/**
 * What drives a browser, ends processes or waits for a server depends on more than our own code. Where nobody looks on, one
 * of them that fails is tried once more, and named at the end (tried-again.ts). At a desk it simply fails.
 */
const again = { retry: process.env.CI ? 1 : 0 }
const web = './infra/testing/built-web.mjs'
const chromium = './infra/testing/chromium.mjs'

/**
 * Every test file belongs to one of these (infra/repository/test-groups.test.ts). A global setup only runs where a file of its
 * group does: so a rule is tested without a browser.
 */
export const groups: Group[] = [
  { name: 'unit', include: ['{domain,web}/**/*.test.{ts,tsx}'], pool: 'threads', ...together },
  {
    name: 'integration',
    include: ['{infra,projections,api}/**/*.test.ts'],
    exclude: ['api/browser/**', ...endurance],
    globalSetup: [web],
    ...together,
    ...again,
  },
  {
    name: 'browser',
    ...together,
    include: ['api/browser/**/*.test.ts'],
    exclude: endurance,
    globalSetup: [web, chromium],
    ...again,
  },
  { name: 'endurance', include: endurance, globalSetup: [web, chromium], ...again },
]
