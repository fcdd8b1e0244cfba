import type { Dependency } from '#infra/dependencies.ts'
import type { Handler } from '#infra/events/handle.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { Log } from '#infra/log.ts'
import type { Mailer } from '#infra/mail/mailer.ts'
import type { Metrics } from '#infra/metrics.ts'
import type { Pusher } from '#infra/push/pusher.ts'
import type { Settings } from '#infra/settings.ts'
import type { Projections } from '#projections/all.ts'
import type { Drafts } from './drafts.ts'
import type { Sessions } from './session.ts'

/** What the routes are made with. */
export type Parts = {
  settings: Settings
  /** The server's own: what signs its sessions, and keys what is short. No store holds it. */
  secret: string
  events: EventStore
  files: FileStore
  drafts: Drafts
  projections: Projections
  handler: Handler
  sessions: Sessions
  mailer: Mailer
  pusher: Pusher
  log: Log
  /** Which of the things it needs are away. */
  whatIsDown(): Promise<Dependency[]>
  /** Undefined where nobody asked for them. */
  metrics?: Metrics
  /** The time, in milliseconds since 1970. */
  now: () => number
}
