import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { type Account, accounts, holder } from '#domain/account/account.ts'
import { perform } from '#domain/action.ts'
import { type Aggregate, type Event, type Recorded, streamOf } from '#domain/event.ts'
import { unsubscribe } from '#domain/subscription/unsubscribe.ts'
import { watchDependencies } from '#infra/dependencies.ts'
import type { EventStore } from '#infra/events/store.ts'
import { listen } from '#infra/listen.ts'
import { openLog } from '#infra/log.ts'
import { Misconfigured } from '#infra/misconfigured.ts'
import { openMetrics, openPost, openStores } from '#infra/open.ts'
import { readSettings } from '#infra/settings.ts'
import { startProjections } from './all.ts'
import { sayAlive, sayReady } from './health.ts'
import { startReactions } from './reactions/all.ts'
import type { Forget } from './reactions/push.ts'

// The worker beside several api processes: keeps the read models, sends mails and pushes, removes what is to go. Who has
// a page open it cannot know: what somebody has read, it can.

try {
  const settings = readSettings(process.env)
  if (!settings.push?.keys) {
    throw new Misconfigured('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are needed: those of the api processes.')
  }
  const log = openLog()
  const stores = await openStores(settings)
  const { documents, files } = stores
  const metrics = await openMetrics(settings)
  const events = metrics?.measured(stores.events) ?? stores.events
  const projections = await startProjections(
    events,
    documents,
    (error) => {
      log.fatal({ err: error }, 'a read model stopped')
      process.exit(1) // for a supervisor to start it again
    },
    1,
  )
  const post = await openPost(settings)
  const account = (id: string) => folded(events, accounts, id).then(({ state }) => state)
  const url = settings.publicUrl ?? `http://localhost:${settings.port}`
  const parts = { events, documents, files, projections, ...post, log, now: Date.now }
  const forget = forgetting(events, account)
  const reactions = await startReactions({ ...parts, url, account, forget, lastSeen: () => 0 })

  const whatIsDown = watchDependencies(parts)
  metrics?.watch({ models: projections.all, whatIsDown })
  const ready = sayReady(projections.all, whatIsDown)
  const health = createServer((request, response) => {
    if (request.url === '/healthz') return sayAlive(request, response)
    if (request.url === '/readyz') return void ready(request, response)
    response.writeHead(404).end()
  })
  await listen(health, settings.port, settings.host)
  const lines = [...stores.lines, ...post.lines, ...(metrics?.lines ?? [])]
  for (const line of [...lines, '', 'The read models are followed.']) console.log(line)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      health.close()
      await metrics?.close()
      await reactions.close()
      await post.close()
      await projections.close()
      await stores.close()
      process.exit(0)
    })
  }
} catch (error) {
  if (!(error instanceof Misconfigured)) throw error
  console.error(error.message)
  process.exit(1)
}

async function folded<State, E extends Event>(events: EventStore, aggregate: Aggregate<State, E>, id: string) {
  let state = aggregate.initial
  let revision = -1
  for await (const event of events.read(streamOf(aggregate, id))) {
    state = aggregate.evolve(state, event as Recorded<E>)
    revision = event.revision
  }
  return { state, revision }
}

/** Ends subscriptions in their owners' names. Whoever is faster in the same stream wins; it is tried again later. */
function forgetting(events: EventStore, account: (id: string) => Promise<Account>): Forget {
  return async (id, owner, because) => {
    const by = holder(owner.id, await account(owner.id))
    const { state, revision } = await folded(events, unsubscribe.aggregate, id)
    const at = new Date().toISOString()
    const decided = perform(unsubscribe, state, { because }, { by, at })
    const facts = decided.map((event) => ({ ...event, id: randomUUID(), by, at }))
    if (facts.length > 0) await events.append(streamOf(unsubscribe.aggregate, id), revision, facts)
  }
}
