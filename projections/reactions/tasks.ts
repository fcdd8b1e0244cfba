import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#infra/clock.ts'
import { createCounts } from '#infra/counts.ts'
import { everyDocument } from '#infra/documents/every-document.ts'
import { type Change, type Document, type DocumentStore, Fenced } from '#infra/documents/store.ts'
import type { Log } from '#infra/log.ts'
import { backoff, Unavailable, waitBeforeRetry } from '#infra/unavailable.ts'

/** Something to be done. Times are milliseconds since 1970. */
export type Task<Work> = {
  /** The same whenever the same event is planned for. */
  id: string
  /** What is done in one go, once nothing new has come to it until it was `due`; a task of its own unless given. */
  group?: string
  /** What of a group can be dropped by itself. */
  topic?: string
  /** Who did what it tells of, by their id: with them it is dropped. */
  author?: string
  due: number
  /** When the group is done at the latest, whatever comes to it. */
  latest?: number
  work: Work
}

/** What follows from an event: tasks to come, and what of a group, or all of it, need not be done any more. */
export type Plan<Work> = { tasks?: readonly Task<Work>[]; drop?: readonly Dropped[] }
/** Those of which all is so that is named here: of a group, of a topic, of what a person did. */
type Dropped = { group?: string; topic?: string; author?: string }

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

/** Thrown by work that is to be done again at a time, in milliseconds since 1970, however often that was so before. */
export class RetryAt extends Error {
  override name = 'RetryAt'
  readonly time: number
  constructor(time: number) {
    super(`To be done again at ${new Date(time).toISOString()}`)
    this.time = time
  }
}

type Group<Work> = {
  tasks: StoredTask<Work>[]
  /** Its last task's time, and the first one's `latest`. */
  due: number
  latest: number
  running: boolean
  failures: number
  /** When to try again. */
  notBefore: number
}

/** How many groups are done at the same time, unless the reaction says otherwise. */
const usualConcurrency = 4
/** For how long something is tried again, in milliseconds. */
const maxRetryMs = 3 * 24 * 60 * 60 * 1000
/** How long to wait before trying again, in milliseconds: at first, and at most. */
const firstRetryMs = 1_000
const slowestRetryMs = 10 * 60 * 1000
/** How long what is being done is waited for at the end, in milliseconds; what takes longer is done again at the next start. */
const endMs = 1_000

type Options<Work> = {
  /** The reaction's name. */
  reaction: string
  concurrency?: number
  /**
   * Whom a group is done for. What takes long then holds up no other: at most `perLane` of a lane are done at a time (one
   * unless given), and lanes take turns. Each group by itself unless given.
   */
  laneOf?(work: Work): string
  perLane?: number
  perform(work: readonly Work[]): Promise<void> | Promise<readonly Change[]>
  documents: DocumentStore
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  signal: AbortSignal
}

/** Where a reaction's tasks are kept. */
export const tasksOf = (reaction: string): string => `tasks_${reaction}`

/** What a reaction has still to do: kept in its collection, and in memory in the order in which it was planned. */
export async function openTasks<Work>(options: Options<Work>) {
  const {
    reaction,
    concurrency = usualConcurrency,
    laneOf,
    perLane = 1,
    perform,
    documents,
    clock,
    log,
    signal,
  } = options
  const collection = tasksOf(reaction)
  const groups = new Map<string, Group<Work>>()
  const running = new Set<Promise<void>>()
  /** How many groups of a lane are being done, and which lanes have waited longest for a turn: the first. */
  const busyLanes = createCounts()
  const turns = new Map<string, number>()
  let turn = 0
  let wake = Promise.withResolvers<void>()
  let nextTurn = Promise.withResolvers<void>()

  function add(task: StoredTask<Work>) {
    const { due, latest } = task
    const group = groups.get(task.group)
    if (!group) {
      groups.set(task.group, { tasks: [task], due, latest, running: false, failures: 0, notBefore: 0 })
      return
    }
    group.tasks.push(task)
    group.due = Math.max(group.due, due)
    group.latest = Math.min(group.latest, latest)
  }

  function take(ids: ReadonlySet<string>, from: string) {
    const group = groups.get(from)
    if (!group) return
    group.tasks = group.tasks.filter(({ id }) => !ids.has(id))
    if (group.tasks.length === 0) groups.delete(from)
    group.due = group.tasks.reduce((last, { due }) => Math.max(last, due), 0)
    group.latest = group.tasks.reduce((first, { latest }) => Math.min(first, latest), Number.POSITIVE_INFINITY)
  }

  const left = await Array.fromAsync(everyDocument<StoredTask<Work>>(documents, collection))
  // What was planned and not done when the process ended, in the order in which it was planned.
  for (const task of left.sort((a, b) => Number(BigInt(a.position) - BigInt(b.position)))) add(task)

  /** What a plan changes, in the store and then, once that is written, here. */
  function changesOf(plans: readonly (Plan<Work> & { position: bigint })[]) {
    let fresh: PlannedTask<Work>[] = []
    const dropped = new Map<string, Set<string>>()
    for (const { tasks = [], drop = [], position } of plans) {
      for (const { group: named, topic, author } of drop) {
        const concerns = (task: Pick<StoredTask<Work>, 'group' | 'topic' | 'author'>) =>
          (named === undefined || task.group === named) &&
          (topic === undefined || task.topic === topic) &&
          (author === undefined || task.author === author)
        for (const group of named === undefined ? groups.keys() : [named]) {
          const ids = dropped.get(group) ?? new Set<string>()
          dropped.set(group, ids)
          for (const task of groups.get(group)?.tasks ?? []) if (concerns(task)) ids.add(task.id)
        }
        fresh = fresh.filter((task) => !concerns(task))
      }
      for (const task of tasks) fresh.push({ group: task.id, latest: task.due, ...task, position })
    }
    const planned = groupTasks(fresh)
    const changes: Change[] = [...dropped.values()].flatMap((ids) => [...ids].map((remove) => ({ collection, remove })))
    for (const put of planned) changes.push({ collection, put })
    return {
      changes,
      commit() {
        for (const [group, ids] of dropped) take(ids, group)
        for (const task of planned) add(task)
        wake.resolve()
      },
    }
  }

  async function run(name: string, group: Group<Work>) {
    const tasks = [...group.tasks]
    let changes: readonly Change[] = []
    group.running = true
    try {
      await documents.write([]) // rejects when another process does this by now
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
        return
      }
      const since = Math.min(group.latest, tasks[0]!.due)
      if (error instanceof Unavailable && clock.now() - since < maxRetryMs) {
        group.notBefore = clock.now() + backoff(group.failures++, firstRetryMs, slowestRetryMs)
        log.warn({ err: error, reaction, failures: group.failures }, 'to be tried again')
        return
      }
      log.error({ err: error, reaction, tasks: tasks.map(({ id }) => id) }, 'given up')
    } finally {
      group.running = false
    }
    const done = new Set(tasks.map(({ id }) => id))
    take(done, name)
    await forget([...done], changes)
  }

  /** Until it is noted that something is done, it would be done again at the next start. */
  async function forget(ids: readonly string[], changes: readonly Change[]): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        return await documents.write([...ids.map((remove) => ({ collection, remove })), ...changes])
      } catch (error) {
        log.warn({ err: error, reaction }, 'what is done could not be noted')
        if (signal.aborted || error instanceof Fenced) return
        await waitBeforeRetry(failures, firstRetryMs, slowestRetryMs, signal)
      }
    }
  }

  const waits = (group: Group<Work>) => !group.running && group.tasks.length > 0
  const timeOf = ({ due, latest, notBefore }: Group<Work>) => Math.max(notBefore, Math.min(due, latest))

  /** Begins what is due, as much as may be done at once. Answers when to look again if nothing happens before. */
  function begin(): number {
    let next = Number.POSITIVE_INFINITY
    const lanes = new Map<string, [name: string, group: Group<Work>][]>()
    for (const [name, group] of groups) {
      if (!waits(group)) continue
      const time = timeOf(group)
      if (time > clock.now()) {
        next = Math.min(next, time)
        continue
      }
      const lane = laneOf?.(group.tasks[0]!.items[0]!.work) ?? name
      const ready = lanes.get(lane) ?? []
      lanes.set(lane, ready)
      if (ready.length + busyLanes.of(lane) < perLane) ready.push([name, group])
    }
    for (const lane of turns.keys()) if (!lanes.has(lane)) turns.delete(lane)
    const inTurn = [...lanes].sort(([a], [b]) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0))
    for (let nth = 0; nth < perLane; nth++) {
      for (const [lane, ready] of inTurn) {
        if (running.size >= concurrency) return next
        const chosen = ready[nth]
        if (chosen) start(lane, ...chosen)
      }
    }
    return next
  }

  function start(lane: string, name: string, group: Group<Work>): void {
    turns.set(lane, ++turn)
    busyLanes.add(lane, 1)
    const one = run(name, group).finally(() => {
      running.delete(one)
      busyLanes.add(lane, -1)
      wake.resolve()
    })
    running.add(one)
  }

  return {
    changesOf,

    /** Does what is due until the signal is aborted; resolves once nothing is being done any more, or nothing of it is waited for. */
    async work(): Promise<void> {
      signal.addEventListener('abort', () => wake.resolve(), { once: true })
      while (!signal.aborted) {
        wake = Promise.withResolvers()
        const woken = wake.promise
        const next = begin()
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
      const busy = () =>
        running.size > 0 || [...groups.values()].some((group) => waits(group) && timeOf(group) <= clock.now())
      while (!signal.aborted && busy()) {
        // With a test clock a task may have become due without a timer.
        if (running.size === 0) wake.resolve()
        await nextTurn.promise
      }
    },

    get size() {
      return [...groups.values()].reduce(
        (count, { tasks }) => tasks.reduce((sum, { items }) => sum + items.length, count),
        0,
      )
    },
  }
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
