import type { AddressBook } from '#infra/address-book.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { DependencyReport } from '#infra/health.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import type { Log } from '#infra/log.ts'
import type { ComposeMail, Mailer } from '#infra/mail/mailer.ts'
import type { Metrics } from '#infra/metrics.ts'
import type { Numbers } from '#infra/numbered.ts'
import type { Pusher } from '#infra/push/pusher.ts'
import type { Settings } from '#infra/settings.ts'
import type { Projections } from '#projections/all.ts'
import type { ApiKeyring } from './http/api-keys.ts'
import type { Limiter } from './http/limits.ts'
import type { SecurityEntries } from './http/security-entries.ts'
import type { Sessions } from './http/session.ts'
import type { Timelines } from './routes/history/timelines.ts'
import type { Allowances } from './uploads/allowance.ts'

/** The dependencies of the routes. */
export type AppContext = {
  settings: Settings
  /** The secret of the installation (`infra/server-secrets.ts`): all is sealed and derived by it but sessions. */
  secret: string
  /** Whether it is known that there is an admin, and the one of the settings is made if there was none. */
  isSetUp(): boolean
  events: EventStore
  documents: DocumentStore
  keys: PersonKeys
  addresses: AddressBook
  /** The id of the event store's past (infra/store-epoch.ts), which pages are told. */
  epoch: string
  files: FileStore
  allowances: Allowances
  projections: Projections
  handler: CommandHandler
  /** Executes the commands of orders that issue documents with numbers. */
  numbers: Numbers
  sessions: Sessions
  keyring: ApiKeyring
  limiter: Limiter
  mailer: Mailer
  compose: ComposeMail
  pusher: Pusher
  securityEntries: SecurityEntries
  timelines: Timelines
  log: Log
  /** The dependencies that are unavailable at the moment. */
  unavailableDependencies(): Promise<DependencyReport>
  /** Undefined when `METRICS_PORT` is not set. */
  metrics?: Metrics
  /** Warnings for an operator about this process, a sentence each. */
  warnings(): readonly string[]
  /** The time, in milliseconds since 1970. */
  now: () => number
}
