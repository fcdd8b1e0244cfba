import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import TinyQueue from 'tinyqueue'
import { type Change, type Document, type DocumentStore, everyDocument, Fenced } from '#infra/documents/store.ts'
import { NewerEvents } from '#infra/events/command-handler.ts'
import type { Log } from '#infra/log.ts'
import { createSlices } from '#infra/slices.ts'
import { createTurns } from '#infra/turns.ts'
import { backoff, Unavailable, waitBeforeRetry } from '#infra/unavailable.ts'

/** Tells the time, and schedules calls. Tests bring their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls at a time, or earlier when that is more than 24 days away. Returns what cancels it. */
  at(time: number, call: () => void): () => void
}

/** A timer of Node's lasts at most 24 days; callers with later times schedule again. */
const maxTimeout = 24 * 60 * 60 * 1000

/** The clock of a process, by whatever tells it the time. */
export const createClock = (now: () => number): Clock => ({
  now,
  at(time, call) {
    const timer = setTimeout(call, Math.min(Math.max(0, time - now()), maxTimeout))
    return () => clearTimeout(timer)
  },
})

/** A task. Times are milliseconds since 1970. */
export type Task<Work> = {
  /** The same whenever the same event is planned for. */
  id: string
  /** The group of tasks done in one go, once none has been added until it was `due`; a task of its own unless given. */
  group?: string
  /** The part of a group that can be dropped by itself. */
  topic?: string
  /** The author of what it tells of, by their id: with them it is dropped. */
  author?: string
  due: number
  /** When the group is done at the latest, whatever comes to it. */
  latest?: number
  work: Work
}

/** The plan for an event: tasks to come, and which of a group, or all of it, need not be done any more. */
export type Plan<Work> = { tasks?: readonly Task<Work>[]; drop?: readonly Dropped<Work>[] }
/** Matches tasks having every given field: a group, a topic, an author. Of these only the work that `isMeant`, if given. */
type Dropped<Work> = { group?: string; topic?: string; author?: string; isMeant?(work: Work): boolean }

/** A group's tasks of one topic that were planned in one go: a burst is one document, not one for each of its events. */
type StoredTask<Work> = Document & {
  group: string
  topic?: string
  author?: string
  due: number
  latest: number
  items: Item<Work>[]
  position: string
}
/** `position`: of the event it was planned for, where that is not the first one's of its group. */
type Item<Work> = { id: string; work: Work; position?: string }
type PlannedTask<Work> = Required<Omit<Task<Work>, 'topic' | 'author'>> &
  Pick<Task<Work>, 'topic' | 'author'> & { position: bigint }

/**
 * Thrown by work that is to be done again at a time, in milliseconds since 1970, however often that was so before. With
 * `countsAnew` it has got on: how long it is retried while something is away counts from its next failure.
 */
export class RetryAt extends Error {
  override name = 'RetryAt'
  readonly time: number
  readonly countsAnew: boolean
  constructor(time: number, { countsAnew = false } = {}) {
    super(`Will be retried at ${new Date(time).toISOString()}`)
    this.time = time
    this.countsAnew = countsAnew
  }
}

type Group<Work> = {
  name: string
  tasks: Set<StoredTask<Work>>
  /** Whether it is being done, or is due and waits for its turn. */
  begun: boolean
  failures: number
  /** When the first of these failures was: how long it is tried again counts from then. */
  failingSince: number
  /** When to try again. */
  notBefore: number
  /** When it is looked at next, not later than it is due; never while it is begun. */
  lookAt: number
}
/** A group that was to be looked at then, unless that has changed since; `nth` keeps those of one time in their order. */
type Look<Work> = { time: number; nth: number; group: Group<Work> }

/** How many groups are done at the same time, unless the reaction says otherwise. */
const usualConcurrency = 4
/** How long a task is tried again after it first failed since the start, in milliseconds. */
const maxRetryMs = 3 * 24 * 60 * 60 * 1000
/** How long to wait before trying again, in milliseconds: at first, and at most. */
const firstRetryMs = 1_000
const slowestRetryMs = 10 * 60 * 1000
/** How long what is being done is waited for at the end, in milliseconds; what takes longer is done again at the next start. */
const endMs = 1_000

/** How the work of tasks is done. */
export type TaskWork<Work> = {
  /** How many groups are done at the same time. */
  concurrency?: number
  /**
   * The lane of a group: long work then holds up no other. At most `perLane` of a lane are done at a time (one unless given),
   * and lanes take turns. Each group by itself unless given.
   */
  laneOf?(work: Work): string
  perLane?: number
  /**
   * Performs a group's work: at least once, again after a crash. While it throws `Unavailable` or `NewerEvents` it is
   * retried, later and later; with `RetryAt` at the time that it names. Any other error is logged, and the work dropped. It
   * may return what is to be written together with that the work is done.
   */
  perform(work: readonly Work[]): Promise<void> | Promise<readonly Change[]>
}

type Options<Work> = TaskWork<Work> & {
  /** The reaction's name. */
  reaction: string
  documents: DocumentStore
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  signal: AbortSignal
}

/** Where a reaction's tasks are kept. */
export const tasksOf = (reaction: string): string => `tasks_${reaction}`

/** The tasks of a reaction in their groups, and when each group is to be looked at. */
function createGroups<Work>() {
  const groups = new Map<string, Group<Work>>()
  const byTopic = new Map<string, Set<StoredTask<Work>>>()
  const byAuthor = new Map<string, Set<StoredTask<Work>>>()
  const looks = new TinyQueue<Look<Work>>([], (one, other) => one.time - other.time || one.nth - other.nth)
  let nth = 0
  let lastLook = Number.NEGATIVE_INFINITY

  function add(stored: StoredTask<Work>) {
    const task = { ...stored } // it may change here; what the store has may be shared
    const { group: name, topic, author, due, latest } = task
    const group: Group<Work> = groups.get(name) ?? {
      ...{ name, tasks: new Set(), begun: false },
      ...{ failures: 0, failingSince: 0, notBefore: 0, lookAt: Number.POSITIVE_INFINITY },
    }
    groups.set(name, group)
    group.tasks.add(task)
    if (topic !== undefined) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(task))
    if (author !== undefined) byAuthor.set(author, (byAuthor.get(author) ?? new Set()).add(task))
    lookAgain(group, Math.max(group.notBefore, Math.min(due, latest)))
  }

  function take(task: StoredTask<Work>) {
    const group = groups.get(task.group)
    if (!group?.tasks.delete(task)) return
    if (group.tasks.size === 0) groups.delete(task.group)
    removeFrom(byTopic, task.topic, task)
    removeFrom(byAuthor, task.author, task)
    lookAgain(group, 0) // without it the others may be due before
  }

  function lookAgain(group: Group<Work>, time: number) {
    if (group.begun || group.tasks.size === 0 || group.lookAt <= time) return
    group.lookAt = time
    looks.push({ time, nth: ++nth, group })
  }

  /** Tasks among which are all that are meant: what is named last is in the fewest of them. */
  function candidates({ group, topic, author }: Dropped<Work>): Iterable<StoredTask<Work>> {
    if (topic !== undefined) return byTopic.get(topic) ?? []
    if (author !== undefined) return byAuthor.get(author) ?? []
    return groups.get(group!)?.tasks ?? []
  }

  /** Starts each group that is due. Answers when to look again if nothing happens before. */
  function startDue(now: () => number, start: (group: Group<Work>) => void): number {
    // A clock that was set back holds nothing up that is to be tried again.
    const isSetBack = now() < lastLook - slowestRetryMs
    lastLook = now()
    for (const group of isSetBack ? groups.values() : []) {
      group.notBefore = 0
      lookAgain(group, timeOf(group))
    }
    for (let next = looks.peek(); next; next = looks.peek()) {
      const { time, group } = next
      if (time > now()) return time
      looks.pop()
      if (time !== group.lookAt) continue
      group.lookAt = Number.POSITIVE_INFINITY
      const due = timeOf(group)
      if (due > now()) lookAgain(group, due)
      else start(group)
    }
    return Number.POSITIVE_INFINITY
  }

  return {
    ...{ add, take, candidates, startDue },
    has: (task: StoredTask<Work>) => groups.get(task.group)?.tasks.has(task) ?? false,
    lookAgain: (group: Group<Work>) => lookAgain(group, timeOf(group)),
    /** When the next group is to be looked at. */
    nextLook: () => looks.peek()?.time ?? Number.POSITIVE_INFINITY,
  }
}

/** When it is due: once nothing new has come to it, at the latest as its first task says; never when it has none. */
function timeOf({ tasks, notBefore }: Group<unknown>): number {
  let [due, latest] = [tasks.size === 0 ? Number.POSITIVE_INFINITY : 0, Number.POSITIVE_INFINITY]
  for (const task of tasks) {
    due = Math.max(due, task.due)
    latest = Math.min(latest, task.latest)
  }
  return Math.max(notBefore, Math.min(due, latest))
}

/** Performs a group that is due, and forgets its tasks once they are done or given up. */
function createPerformer<Work>(
  { reaction, perform, documents, clock, log, signal }: Options<Work>,
  take: (task: StoredTask<Work>) => void,
) {
  const collection = tasksOf(reaction)

  async function run(group: Group<Work>): Promise<void> {
    await createSlices()() // of many that are due at once others wait for none
    if (signal.aborted) return
    let tasks = [...group.tasks]
    let changes: readonly Change[] = []
    try {
      await documents.write([]) // rejects when another process does this by now
      if (timeOf(group) > clock.now()) return // what was due is dropped, or more has come to it
      tasks = [...group.tasks]
      // After a crash the same may have been planned again, together with others.
      const items = new Map(tasks.flatMap(({ items }) => items.map(({ id, work }) => [id, work])))
      changes = (await perform([...items.values()])) ?? []
      group.failures = 0
    } catch (error) {
      if (error instanceof Fenced) {
        group.notBefore = clock.now() + firstRetryMs
        return
      }
      if (error instanceof RetryAt) {
        group.notBefore = error.time
        if (error.countsAnew) group.failures = 0
        return
      }
      if (group.failures === 0) group.failingSince = clock.now()
      // One that came to its group later was due later.
      const since = ({ due, latest }: StoredTask<Work>) => Math.max(group.failingSince, Math.min(due, latest))
      const isOld = (task: StoredTask<Work>) => clock.now() - since(task) >= maxRetryMs
      // A newer server that runs beside this one may have recorded what this one does not know.
      const mayPass = error instanceof Unavailable || error instanceof NewerEvents
      const givenUp = mayPass ? tasks.filter(isOld) : tasks
      if (givenUp.length < tasks.length) {
        group.notBefore = clock.now() + backoff(group.failures++, firstRetryMs, slowestRetryMs)
        log.warn({ err: error, reaction, failures: group.failures }, 'will be retried')
      }
      if (givenUp.length === 0) return
      tasks = givenUp
      log.error({ err: error, reaction, tasks: tasks.map(({ id }) => id) }, 'given up')
    }
    for (const task of tasks) take(task)
    await forget(
      tasks.map(({ id }) => id),
      changes,
    )
  }

  /** Until it is noted that something is done, it would be done again at the next start. */
  async function forget(ids: readonly string[], changes: readonly Change[]): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        return await documents.write([...ids.map((remove) => ({ collection, remove })), ...changes])
      } catch (error) {
        log.warn({ err: error, reaction }, 'could not record a finished task')
        if (signal.aborted || error instanceof Fenced) return
        await waitBeforeRetry(failures, firstRetryMs, slowestRetryMs, signal)
      }
    }
  }

  return run
}

/** The open tasks of a reaction: stored in its collection, and in memory in the order in which they were planned. */
export async function openTasks<Work>(options: Options<Work>) {
  const { reaction, concurrency = usualConcurrency, laneOf, perLane = 1, documents, clock, signal } = options
  const collection = tasksOf(reaction)
  const groups = createGroups<Work>()
  const perform = createPerformer(options, groups.take)
  const turns = createTurns({ atOnce: concurrency, ofOne: perLane, waiting: Number.POSITIVE_INFINITY })
  const running = new Set<Promise<void>>()
  let wake = Promise.withResolvers<void>()
  let nextTurn = Promise.withResolvers<void>()

  const before = await Array.fromAsync(everyDocument<StoredTask<Work>>(documents, collection))
  // What was planned and not done when the process ended, in the order in which it was planned.
  for (const task of before.sort((a, b) => Number(BigInt(a.position) - BigInt(b.position)))) groups.add(task)

  /** The tasks of writes that failed since the last one that did not: each may have been done in part. */
  const unsure = { changed: new Set<StoredTask<Work>>(), planned: new Set<string>() }

  /**
   * The changes of a plan, in the store and then, once that is written, here. They begin with what takes back writes that
   * failed: the plan may be another by now.
   */
  function changesOf(plans: readonly (Plan<Work> & { position: bigint })[]) {
    let fresh: PlannedTask<Work>[] = []
    /** What is left of tasks that are dropped, in whole or in part. */
    const left = new Map<StoredTask<Work>, Item<Work>[]>()
    for (const { tasks = [], drop = [], position } of plans) {
      for (const named of drop) {
        const stays = ({ work }: { work: Work }) => named.isMeant?.(work) === false
        for (const task of groups.candidates(named)) {
          if (!matches(task, named)) continue
          const items = left.get(task) ?? task.items
          const rest = items.filter(stays)
          if (rest.length < items.length) left.set(task, rest)
        }
        fresh = fresh.filter((task) => !matches(task, named) || stays(task))
      }
      for (const task of tasks) fresh.push({ group: task.id, latest: task.due, ...task, position })
    }
    const planned = groupTasks(fresh).filter((task) => {
      const same = [...left.keys()].find((each) => left.get(each)!.length === 0 && isSameTask(each, task))
      return !same || !left.delete(same)
    })
    for (const task of left.keys()) unsure.changed.add(task)
    const removed = new Set(unsure.planned)
    const rewritten: StoredTask<Work>[] = []
    for (const task of unsure.changed) {
      const items = left.get(task) ?? task.items
      if (items.length === 0) removed.add(task.id)
      // One more with each attempt: what failed may be stored all the same, and would hide the next.
      else if (groups.has(task)) rewritten.push({ ...task, items, revision: ++task.revision })
    }
    const changes: Change[] = [...removed].map((remove) => ({ collection, remove }))
    for (const put of [...rewritten, ...planned]) changes.push({ collection, put })
    for (const { id } of planned) unsure.planned.add(id)
    return {
      changes,
      commit() {
        unsure.changed.clear()
        unsure.planned.clear()
        for (const [task, items] of left) {
          if (items.length === 0) groups.take(task)
          else task.items = items
        }
        for (const task of planned) groups.add(task)
        wake.resolve()
      },
    }
  }

  /** Begins a group in the turn of its lane. */
  function start(group: Group<Work>): void {
    const [first] = group.tasks
    group.begun = true
    const one = turns
      .run(laneOf?.(first!.items[0]!.work) ?? group.name, () => perform(group))
      .finally(() => {
        running.delete(one)
        group.begun = false
        groups.lookAgain(group)
        wake.resolve()
      })
    running.add(one)
  }

  return {
    changesOf,

    /** Performs what is due until the signal is aborted; resolves once nothing is being done, or is waited for. */
    async work(): Promise<void> {
      signal.addEventListener('abort', () => wake.resolve(), { once: true })
      while (!signal.aborted) {
        wake = Promise.withResolvers()
        const woken = wake.promise
        const next = groups.startDue(() => clock.now(), start)
        nextTurn.resolve()
        nextTurn = Promise.withResolvers()
        const forgetTime = Number.isFinite(next) ? clock.at(next, () => wake.resolve()) : undefined
        await woken
        forgetTime?.()
      }
      await Promise.race([Promise.all(running), pause(endMs, undefined, { ref: false })])
      nextTurn.resolve()
    },

    /** Resolves once nothing is due or being done. */
    async idle(): Promise<void> {
      while (!signal.aborted && (running.size > 0 || groups.nextLook() <= clock.now())) {
        // With a test clock a task may have become due without a timer.
        if (running.size === 0) wake.resolve()
        await nextTurn.promise
      }
    },
  }
}

function removeFrom<Value>(index: Map<string, Set<Value>>, key: string | undefined, value: Value): void {
  const of = key === undefined ? undefined : index.get(key)
  of?.delete(value)
  if (of?.size === 0) index.delete(key!)
}

/** The changes that forget what was planned for events after a position: they are not in the store any more. */
export async function withoutTasksAfter(position: bigint, reaction: string, documents: DocumentStore) {
  const collection = tasksOf(reaction)
  const changes: Change[] = []
  for await (const task of everyDocument<StoredTask<unknown>>(documents, collection)) {
    const items = task.items.filter((item) => BigInt(item.position ?? task.position) <= position)
    if (items.length === 0) changes.push({ collection, remove: task.id })
    else if (items.length < task.items.length) {
      const put: StoredTask<unknown> = { ...task, items, revision: task.revision + 1 }
      changes.push({ collection, put })
    }
  }
  return changes
}

/** Whether a task has every field that is named. */
const matches = <Work>(task: Pick<Task<Work>, 'group' | 'topic' | 'author'>, { group, topic, author }: Dropped<Work>) =>
  (group === undefined || task.group === group) &&
  (topic === undefined || task.topic === topic) &&
  (author === undefined || task.author === author)

/** Whether a task is planned as it was before: most of what happens to an order leaves what it is reminded of. */
const isSameTask = <Work>({ position: _, ...one }: StoredTask<Work>, { position: __, ...other }: StoredTask<Work>) =>
  one.id === other.id && isDeepStrictEqual(one, other)

/** Tasks that are planned together, those of a group and topic as one document. */
function groupTasks<Work>(tasks: readonly PlannedTask<Work>[]): StoredTask<Work>[] {
  const ofOneKind = Map.groupBy(tasks, ({ group, topic, author }) => JSON.stringify([group, topic, author]))
  return [...ofOneKind.values()].map((together) => ({
    // Planned anew after a crash, with more or fewer beside it, it is another document with the same items.
    id: together.length === 1 ? together[0]!.id : `${together[0]!.id} to ${together.at(-1)!.id}`,
    revision: 0,
    group: together[0]!.group,
    ...(together[0]!.topic === undefined ? {} : { topic: together[0]!.topic }),
    ...(together[0]!.author === undefined ? {} : { author: together[0]!.author }),
    due: Math.max(...together.map(({ due }) => due)),
    latest: Math.min(...together.map(({ latest }) => latest)),
    items: together.map(({ id, work, position }) => ({
      ...{ id, work },
      ...(position === together[0]!.position ? {} : { position: String(position) }),
    })),
    position: String(together[0]!.position),
  }))
}
