import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { accounts } from '#domain/account/actions.ts'
import { type Aggregate, type Event, fold, type Recorded, streamOf } from '#domain/event.ts'
import { orders } from '#domain/order/actions.ts'
import type { Change } from '#infra/documents/store.ts'
import { readEml } from '#infra/mail/eml.ts'
import { mailIn, mailsIn, openOutbox } from '#infra/mail/outbox.ts'
import { startProjections } from '#projections/all.ts'
import { guarded, testClock, testStores } from '#projections/testing.ts'
import type { RecipientDirectory } from './notification.ts'
import { type Reaction, type RunningReaction, react } from './reaction.ts'

/** The scene of one test of reactions: stores, people, a clock that stands at the samples' first morning. */
export async function testScene(
  beforeWrite: (changes: readonly Change[]) => unknown = () => {},
  beforeFold: typeof beforeWrite = () => {},
) {
  const { events, documents } = await testStores()
  const log = { warn() {}, error() {} }
  const projections = await startProjections(events, guarded(documents, beforeFold), (error) => {
    throw error
  })
  const clock = testClock('2026-11-02T04:00:00.000Z')
  const seen = new Map<string, number>()
  const load = async <State, E extends Event>(aggregate: Aggregate<State, E>, id: string) =>
    fold(aggregate, (await Array.fromAsync(events.read(streamOf(aggregate, id)))) as Recorded<E>[])
  const directory: RecipientDirectory = {
    accounts: projections.accounts,
    orders: projections.orders,
    files: projections.files,
    account: (id) => load(accounts, id),
    lastSeen: (personId, orderId) => seen.get(`${personId} ${orderId}`) ?? 0,
  }
  let ending = new AbortController()
  const reacting: RunningReaction[] = []
  async function stop() {
    ending.abort()
    for (const { stopped } of reacting) await stopped
    ending = new AbortController()
  }
  onTestFinished(async () => {
    await stop()
    await projections.close()
  })
  return {
    events,
    documents,
    /** Ends the reactions, as the end of the process would; they can be begun again on the same stores. */
    stop,
    projections,
    clock,
    directory,
    /** An order as its latest event leaves it. */
    order: (id: string) => load(orders, id),
    /** Has this person seen this order's page, at that time last. */
    sees: (personId: string, orderId: string, at: string) => seen.set(`${personId} ${orderId}`, Date.parse(at)),
    /** Lets it be a time. */
    until: (time: string) => clock.advance(Date.parse(time) - clock.now()),
    async react<Work>(reaction: Reaction<Work>) {
      const started = await react(reaction, {
        ...{ events, clock, log, signal: ending.signal },
        documents: guarded(documents, beforeWrite),
      })
      reacting.push(started)
      /** Waits until all that is due is done. */
      return async () => {
        const end = await events.end()
        await Promise.all(projections.all.map((each) => each.reached(end, 5_000)))
        await started.settled(end)
      }
    },
  }
}

/** An outbox of a test's own, and its mails, oldest first. */
export async function testOutbox() {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-mails-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const mailer = await openOutbox({ folder, fixedSender: 'Longhand <studio@longhand.example>' })
  return {
    mailer,
    async mails() {
      const read = async (name: string) => readEml((await mailIn(folder, name))!)
      const letters = await Promise.all((await mailsIn(folder)).reverse().map(read))
      return letters.map(({ headers, ...letter }) => {
        const header = (wanted: string) => headers.find(([name]) => name === wanted)?.[1]
        return { to: header('To'), id: header('Message-ID'), ...letter }
      })
    },
  }
}
