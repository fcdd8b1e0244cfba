type Group = {
  name: string
  include: string[]
  exclude?: string[]
  globalSetup?: string[]
  setupFiles?: string[]
  pool?: 'threads'
  isolate?: boolean
  retry?: number
}

/** A group that `npm test` leaves to `npm run test:all`: what takes minutes, or is asked of stores on servers too. */
type Rest = Group & { rest: true }

/** The tests that start and kill whole servers, damage their stores, wait, or run against stores on servers. */
const system = [
  'api/demo/demo.test.ts',
  'api/http/{in-flight,limits,stalled-answers}.test.ts',
  'api/live/bounds.test.ts',
  'api/tests/{after-an-erase,away,damaged,damaged-files,ending,erase-on-servers,eventstoredb,first-start}.test.ts',
  'api/tests/{full-disk,fuzz,hostile,lost-secrets,making,migration,operator,servers,start,worker}.test.ts',
  'infra/documents/{damage,mongodb}.test.ts',
  'infra/events/eventstoredb*.test.ts',
  'infra/files/s3.test.ts',
  'infra/keys/mongodb.test.ts',
  'infra/open.test.ts',
  'projections/{audit,rebuild,sweep}.test.ts',
  'projections/migration/migrate.test.ts',
  'projections/reactions/{mail-digest,push}.test.ts',
  'projections/integrations/webhook-reaction.test.ts',
]
/**
 * The ten journeys: from the landing page to an account, the questionnaire, a step that is completed live, a conversation with
 * a file, what waits offline, the invoice, the orders, the questions, an order as it stood, eight pages by axe.
 */
const journeys = [
  'api/journeys/{funnel,onboarding,main-job,conversation,order-tabs}.test.ts',
  'api/journeys/{orders,order-history,editors,accessible-main}.test.ts',
]

/** The tests that end processes, install packages, check a whole copy, move hundreds of megabytes or measure time. */
const endurance = [
  'api/journeys/{long-conversation,processes}.test.ts',
  'infra/repository/adding-an-action.test.ts',
  'infra/tools/endure/faults.test.ts',
  'api/tests/{crash,crash-keys,crash-numbers,fresh-clone,npm-start}.test.ts',
  'api/uploads/upload-memory.test.ts',
  'infra/tools/run/dev.test.ts',
]
/** One after another in the same process, which keeps its modules: they take 1.5 s of a processor to load. */
const together = { isolate: false }
/**
 * Retries tests that depend on more than our own code: a browser, ended processes, a server to wait for. In CI a failed one
 * is tried once more, and named at the end (flaky-reporter.ts). At a desk it simply fails.
 */
const again = { retry: process.env.CI ? 1 : 0 }
const web = './infra/testing/built-web.mjs'
const browser = {
  globalSetup: [web, './infra/testing/chromium.mjs'],
  setupFiles: ['./api/journeys/tell-failure.ts'],
}

/**
 * Every test file belongs to one of these (infra/repository/test-groups.test.ts). A global setup only runs where a file of its
 * group does: so a rule is tested without a browser.
 */
export const groups: (Group | Rest)[] = [
  { name: 'unit', include: ['{domain,web}/**/*.test.{ts,tsx}'], pool: 'threads', ...together },
  {
    name: 'integration',
    include: ['{infra,projections,api}/**/*.test.ts'],
    exclude: ['api/journeys/**', ...system, ...endurance],
    globalSetup: [web],
    ...together,
    ...again,
  },
  { name: 'journeys', include: journeys, ...browser, ...together, ...again },
  { name: 'system', rest: true, include: system, globalSetup: [web], ...together, ...again },
  {
    name: 'browser',
    rest: true,
    ...together,
    include: ['api/journeys/**/*.test.ts'],
    exclude: [...journeys, ...endurance],
    ...browser,
    ...again,
  },
  { name: 'endurance', rest: true, include: endurance, ...browser, ...again },
]
