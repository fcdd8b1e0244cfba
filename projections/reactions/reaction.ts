import { setTimeout as pause } from 'node:timers/promises'
import { NotFound, Refusal } from '#domain/command.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { definitionOf, type OrderEvent, orders } from '#domain/order/actions.ts'
import type { Change, Document, DocumentStore } from '#infra/documents/store.ts'
import { type EventStore, eventAt } from '#infra/events/store.ts'
import type { Log } from '#infra/log.ts'
import type { ComposeMail, Mailer } from '#infra/mail/mailer.ts'
import { createSlices } from '#infra/slices.ts'
import { insteadOf, Unavailable, waitBeforeRetry } from '#infra/unavailable.ts'
import { type Progress, storeStillHas } from '#projections/past.ts'
import { createPositionWaiters } from '#projections/progress.ts'
import { type Clock, openTasks, type Plan, type TaskWork, withoutTasksAfter } from './tasks.ts'

/**
 * A reaction: the effect of events on the outside world, as a mail, a push, a file removed. It begins with what is recorded
 * from its first start on unless it says `fromFirst`, keeps a checkpoint of its own, and is never part of a rebuild.
 */
export type Reaction<Work> = TaskWork<Work> & {
  name: string
  /**
   * Its first start, and the next one after events were lost, plan for all events there are. What is done is done anew only
   * where the event that says so was lost.
   */
  fromFirst?: true
  /**
   * Plans the tasks for an event, and those that need not be done any more: at once, where nothing is to be waited for.
   * Stored in one write with the checkpoint.
   */
  plan(event: Recorded): Promise<Plan<Work> | undefined> | Plan<Work> | undefined
}

/** The parts of reactions that mail. `url` is the address of the house, for links, without a trailing slash. */
export type Mailing = { mailer: Pick<Mailer, 'send'>; compose: ComposeMail; url: string }

/** Plans anew for an order after each of its events that is of some kinds, and for no other event. */
export const planByKind =
  <Work>(kinds: readonly string[], plan: (orderId: string) => Promise<Plan<Work>>): Reaction<Work>['plan'] =>
  (event) => {
    const orderId = idIn(orders, event.stream)
    const kind = orderId && definitionOf(event as Recorded<OrderEvent>)?.traits.kind
    return kind && kinds.includes(kind) ? plan(orderId) : undefined
  }

/** For `catch`: what an order refuses is not done, since its client was erased or something else has come before it. */
export const unlessRefused = insteadOf((error) => error instanceof Refusal || error instanceof NotFound, undefined)

export type RunningReaction = {
  /** Resolves once everything up to a position is planned, and all of it that is due by now has been tried. */
  settled(position: bigint): Promise<void>
  /** Settled once nothing will be done or written any more. */
  stopped: Promise<void>
}

export type Dependencies = {
  events: EventStore
  documents: DocumentStore
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  /** Ends the reacting; what is being done at that moment is finished. */
  signal: AbortSignal
  /** Settles when what it asks is there, or the signal is aborted: nothing is planned or done before. */
  after?: Promise<unknown>
}

/**
 * How far a reaction has come: to a position, the id of the event there, and the latest time of those before it (ISO
 * 8601, UTC). Its id is the reaction's name, its revision counts the savings.
 */
export type Checkpoint = Document & { position: string; event?: string; at?: string }

/** How long events gather before they are planned for, in milliseconds: answers and pushes to open pages come first. */
const batchDelayMs = 100
/** How many events of which nothing follows go by before the checkpoint is saved all the same. */
const maxUnsavedEvents = 1_000
/** How long `settled` waits, in milliseconds. */
const settleTimeoutMs = 10_000

/** Where it is kept how far each reaction has come, by its name. */
export const checkpointCollection = 'reactions'

/** Follows the events from the reaction's checkpoint, plans, and does what is planned when it is due. */
export async function react<Work>(reaction: Reaction<Work>, dependencies: Dependencies): Promise<RunningReaction> {
  const { events, documents, log, signal } = dependencies
  const { name, fromFirst } = reaction
  const found = await documents.collection<Checkpoint>(checkpointCollection).get(name)
  let saved = found?.revision ?? 0
  let position = found ? BigInt(found.position) : fromFirst ? 0n : await events.end()
  let event = found?.event
  let latest = found?.at
  let unsaved = 0
  /** Changes and checkpoint in one write, the checkpoint last. */
  async function save(changes: readonly Change[] = []) {
    // One more with each attempt: what failed may be stored all the same, and would hide the next.
    const put: Checkpoint = { id: name, revision: ++saved, position: String(position) }
    if (event !== undefined) put.event = event
    if (latest !== undefined) put.at = latest
    await documents.write([...changes, { collection: checkpointCollection, put }])
    unsaved = 0
  }
  if (!(await storeStillHas(events, { position, event }))) {
    log.warn(
      { reaction: name, position: String(position), event },
      `events are missing that a reaction had followed; it ${fromFirst ? 'begins again with the first event' : 'continues with the events since'}`,
    )
    const left = await resumeAfter(events, latest)
    ;({ position, event } = { event: undefined, ...(fromFirst ? { position: 0n } : left) })
    await save(await withoutTasksAfter(left.position, name, documents))
  } else if (event === undefined && position > 0n) {
    const there = await eventAt(events, position)
    event = there?.id
    latest ??= there?.at
    // At once: what is recorded between here and a crash is not to be missed.
    await save()
  } else if (!found) await save()
  const tasks = await openTasks({ ...dependencies, ...reaction, reaction: name })
  const waiting = createPositionWaiters()

  async function take(recorded: readonly Recorded[]) {
    const plans: (Plan<Work> & { position: bigint })[] = []
    // After a long pause there is much to plan, and people to be served meanwhile.
    const pause = createSlices()
    for (const event of recorded) {
      const others = pause()
      if (others) await others
      try {
        const planned = reaction.plan(event)
        const plan = planned instanceof Promise ? await planned : planned // most events are of no concern to it
        if (plan) plans.push({ ...plan, position: event.position })
      } catch (error) {
        if (error instanceof Unavailable) throw error
        log.error({ err: error, reaction: name, event: event.id, type: event.type }, 'no reaction to an event')
      }
    }
    const { changes, commit } = tasks.changesOf(plans)
    const before = { position, event, latest }
    const last = recorded.at(-1)
    if (last) ({ position, id: event } = last)
    for (const { at } of recorded) if (latest === undefined || at > latest) latest = at
    unsaved += recorded.length
    try {
      if (changes.length > 0 || unsaved >= maxUnsavedEvents) await save(changes)
    } catch (error) {
      ;({ position, event, latest } = before)
      throw error
    }
    commit()
    waiting.reached(position)
  }

  async function follow() {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        for await (const batch of events.follow(position, signal)) {
          if (batch.caughtUp && batch.events.length > 0) await pause(batchDelayMs)
          await take(batch.events)
          failures = 0
        }
        return // stopped, or the store was closed
      } catch (error) {
        // Whatever it is: late notifications are better than none.
        if (!(error instanceof Unavailable))
          log.error({ err: error, reaction: name }, 'a reaction failed and will be retried')
        await waitBeforeRetry(failures, 50, 10_000, signal)
      }
    }
  }

  async function run() {
    await dependencies.after
    if (signal.aborted) return
    await Promise.all([follow(), tasks.work()])
    if (unsaved > 0) await save()
  }

  return {
    async settled(wanted) {
      if (position < wanted && !(await waiting.wait(wanted, settleTimeoutMs)))
        throw new Error(`${name} does not get there`)
      await tasks.idle()
    },
    stopped: run().catch((error) => log.error({ err: error, reaction: name }, 'a reaction stopped')),
  }
}

/**
 * Where a reaction goes on when the store no longer has the last event that it handled. It goes on before the first
 * event later than all it has planned for (`latest`: ISO 8601, UTC). Where there is none, or no time was noted, it goes
 * on at the end. So nothing is planned for twice, and nothing that came after the loss is missed.
 */
async function resumeAfter(events: Pick<EventStore, 'follow'>, latest: string | undefined): Promise<Progress> {
  let before: Progress = { position: 0n }
  for await (const batch of events.follow(0n, new AbortController().signal)) {
    for (const { position, id, at } of batch.events) {
      if (latest !== undefined && at > latest) return before
      before = { position, event: id }
    }
    if (batch.caughtUp) break
  }
  return before
}
