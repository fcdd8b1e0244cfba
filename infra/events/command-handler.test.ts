import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { fold, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orderCommands, orders } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { defaultSteps } from '#domain/questionnaire/default.ts'
import { ownKeys } from '#infra/keys/testing.ts'
import { turnsDuring } from '#infra/testing/event-loop.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { type CommandHandler, createCommandHandler, NewerEvents } from './command-handler.ts'
import { sealEvents } from './sealed-store.ts'
import { openSqliteEvents } from './sqlite.ts'
import type { EventStore } from './store.ts'

const asha = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
const meera = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' } as const

let folder: string
let store: EventStore
let handler: CommandHandler
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-handle-'))
  store = openSqliteEvents(join(folder, 'events.db'))
  handler = createCommandHandler(store)
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

/** None is done when the order is opened. */
const steps = defaultSteps.map(({ completedOn: _, ...step }) => step)
const open = (id: string) =>
  handler.handle(orderCommands.openOrder, id, { orderId: id, number: 1, questions: [], steps }, { by: asha })
const toggle = (by: CommandHandler, id: string, step = 1) =>
  by.handle(orderCommands.toggleStep, id, { orderId: id, progressId: step }, { by: meera })
const statuses = async (by: CommandHandler, id: string) =>
  (await by.load(orders, id)).state.steps.map(({ status }) => status)

const say = (by: CommandHandler, id: string) =>
  by.handle(orderCommands.sendMessage, id, { orderId: id, text: 'Good morning' }, { by: asha })

it('does anew what was asked for under the same key more than a day ago, though nothing happened since', async () => {
  let now = Date.now()
  const own = createCommandHandler(store, { now: () => now })
  await open('1')
  const send = () => {
    const input = { orderId: '1', text: 'Good morning' }
    return own.handle(orderCommands.sendMessage, '1', input, { by: asha, cause: { key: 'k', body: 'b' } })
  }
  const revisions = async () => (await send()).events.map(({ revision }) => revision)
  expect([await revisions(), await revisions()]).toEqual([[1], [1]])
  now += 24 * 60 * 60 * 1000 + 1
  expect([await revisions(), await revisions()]).toEqual([[2], [2]])
})

it('keeps nothing that was being folded when a person was erased', async () => {
  await open('1')
  const [holding, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const from: number[] = []
  const slow: EventStore = {
    ...store,
    async *read(stream, after = -1) {
      from.push(after)
      for await (const event of store.read(stream, after)) {
        holding.resolve()
        await release.promise
        yield event
      }
    },
  }
  const other = createCommandHandler(slow)
  const before = other.load(orders, '1')
  await holding.promise
  other.clear()
  const after = other.load(orders, '1')
  release.resolve()
  await Promise.all([before, after])
  await other.load(orders, '1')
  expect(from).toEqual([-1, -1])
})

describe('many who change a stream at once', () => {
  it('are decided one after the other, and none of them a second time', async () => {
    let refused = 0
    const counting: EventStore = {
      ...store,
      append: (...what) =>
        store.append(...what).catch((error) => {
          refused++
          throw error
        }),
    }
    await open('1')
    const other = createCommandHandler(counting)
    const revisions = await Promise.all(Array.from({ length: 16 }, () => toggle(other, '1')))
    expect(revisions.map(({ revision }) => revision)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1))
    expect(refused).toBe(0)
  })

  it('do not wait for a store one after the other that cannot be reached', async () => {
    let appends = 0
    const away = Promise.withResolvers<never>()
    const append: EventStore['append'] = (...what) => (appends++ ? store.append(...what) : away.promise)
    const other = createCommandHandler({ ...store, append })
    await open('1')
    const changes = Promise.allSettled(Array.from({ length: 16 }, () => toggle(other, '1')))
    away.reject(new Unavailable('The event store'))
    for (const change of await changes) expect(change).toMatchObject({ reason: { name: 'Unavailable' } })
    expect(appends).toBe(1)
  })

  it('do not stand in the way of those after them when one is refused', async () => {
    await open('1')
    const [refused, changed] = await Promise.allSettled([toggle(handler, '1', 99), toggle(handler, '1')])
    expect([refused.status, changed.status]).toEqual(['rejected', 'fulfilled'])
  })
})

describe('two processes on one store', () => {
  it('decide again on what the other left', async () => {
    const other = createCommandHandler(store)
    await open('1')
    await Promise.all(Array.from({ length: 41 }, (_, n) => toggle(n % 2 ? handler : other, '1')))
    const [first, ...rest] = await statuses(createCommandHandler(store), '1')
    expect([first, new Set(rest)]).toEqual([1, new Set([0])])
  })

  it("know of each other's events when they observe them, and ignore those they have or cannot follow", async () => {
    const other = createCommandHandler(store)
    await open('1')
    await statuses(other, '1')
    for await (const event of store.read('order-1')) other.applyCommitted(event)
    await toggle(handler, '1', 2)
    await toggle(handler, '1', 3)
    const events = await Array.fromAsync(store.read('order-1', 0))
    other.applyCommitted(events[1]!) // a gap: 1 is missing
    expect((await other.load(orders, '1')).revision).toBe(2) // so the rest is read
    for (const event of events) other.applyCommitted(event)
    expect((await other.load(orders, '1')).revision).toBe(2)
    expect(await statuses(other, '1')).toEqual([0, 1, 1, 0, 0, 0, 0, 0])
  })
})

describe('beside another process, of whose events it has not heard yet', () => {
  const shared = () => ({ ...store, soleWriter: false })

  it('keeps what is recorded while it loads', async () => {
    await open('1')
    const [holding, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: EventStore = {
      ...store,
      async *read(stream, after) {
        yield* store.read(stream, after)
        if (after !== -1) return
        holding.resolve() // all of it is read, and the end is not heard of
        await release.promise
      },
    }
    const other = createCommandHandler(slow)
    const loading = other.load(orders, '1')
    await holding.promise
    await toggle(handler, '1')
    for await (const event of store.read('order-1', 0)) other.applyCommitted(event)
    release.resolve()
    await loading
    expect((await other.load(orders, '1')).revision).toBe(1)
  })

  it('does not answer that nothing would change', async () => {
    const other = createCommandHandler(shared())
    const done = (by: CommandHandler, done: boolean) =>
      by.handle(orderCommands.toggleStep, '1', { orderId: '1', progressId: 1, status: done ? 1 : 0 }, { by: meera })
    await open('1')
    await done(other, true)
    await done(createCommandHandler(store), false)
    expect((await done(other, true)).events).toHaveLength(1)
    expect(await statuses(createCommandHandler(store), '1')).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
  })

  // spec: 11.31
  it('does not refuse what the other has made possible', async () => {
    const other = createCommandHandler(shared())
    await expect(toggle(other, '1')).rejects.toThrow() // there is no such order yet
    await open('1')
    expect((await toggle(other, '1')).events).toHaveLength(1)
  })

  it('does not answer 412 to the revision that the other has answered', async () => {
    const other = createCommandHandler(shared())
    await open('1')
    await statuses(other, '1')
    const { revision } = await toggle(handler, '1')
    const input = { orderId: '1', progressId: 2 }
    const changed = await other.handle(orderCommands.toggleStep, '1', input, { by: meera, expectedRevision: revision })
    expect(changed.revision).toBe(revision + 1)
  })

  it('reads a stream again that is shorter than what it remembers of it', async () => {
    await open('1')
    const longer: EventStore = {
      ...shared(),
      async *read(stream, after) {
        yield* store.read(stream, after)
        if (after === -1) yield { ...(await Array.fromAsync(store.read(stream)))[0]!, ...lostToggle }
      },
    }
    let lost = false
    const other = createCommandHandler({ ...longer, read: (...which) => (lost ? store : longer).read(...which) })
    expect((await other.load(orders, '1')).revision).toBe(1)
    lost = true
    expect((await toggle(other, '1', 2)).revision).toBe(1)
    expect(await statuses(other, '1')).toEqual([0, 1, 0, 0, 0, 0, 0, 0])
  })
})

/** A step that was completed, in a place that the store does not have any more. */
const lostToggle = { id: 'lost', type: 'StepToggled', data: { step: 1, done: true }, revision: 1, position: 2n }

it('answers the same for a stream it has long forgotten', async () => {
  await open('0')
  await toggle(handler, '0')
  await Promise.all(Array.from({ length: 2_500 }, (_, n) => open(String(n + 1))))
  expect((await toggle(handler, '0')).revision).toBe(2)
  expect(await statuses(handler, '0')).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})

describe('a stream with an event of a type that this version does not know', () => {
  const newer = (type: string, data: unknown) => ({
    ...{ type, data, id: randomUUID(), by: meera, at: '2026-11-16T09:00:00.000Z' },
  })

  it('is folded without it, and nothing is decided on it', async () => {
    await open('1')
    await handler.load(orders, '1')
    const [event] = await store.append('order-1', 0, [newer('StepSigned', { step: 1 })])
    handler.applyCommitted(event!)
    for (const each of [handler, createCommandHandler(store)]) {
      expect((await each.load(orders, '1')).revision).toBe(1)
      expect(await statuses(each, '1')).toEqual(defaultSteps.map(() => 0))
      await expect(toggle(each, '1')).rejects.toBeInstanceOf(NewerEvents)
    }
    await open('2')
    expect((await toggle(handler, '2')).revision).toBe(1)
  })

  it('goes on, where people could not log in or out otherwise', async () => {
    const input = { name: 'Asha Rao', email: 'asha@example.com', phone: '+919845012345', role: 'client' as const }
    await handler.handle(accountCommands.register, 'asha', { ...input, passwordHash: 'hashed' }, { by: asha })
    await store.append('account-asha', 0, [newer('ThemeChosen', { theme: 'dark' })])
    const other = createCommandHandler(store)
    await other.handle(accountCommands.logIn, 'asha', { session: 'shop', checked: 'hashed' }, { by: asha })
    expect((await other.load(accounts, 'asha')).state).toMatchObject({
      name: 'Asha Rao',
      sessions: { shop: expect.any(String) },
    })
  })
})

describe('a stream with an event that cannot be folded', () => {
  it('is named to callers who load it, and to no one else', async () => {
    await open('1')
    await open('2')
    const poison = { type: 'DesignLinkShared', data: null, id: randomUUID(), by: meera, at: '2026-11-16T09:00:00.000Z' }
    const [event] = await store.append('order-1', 0, [poison])
    handler.applyCommitted(event!)
    const named = expect.objectContaining({
      name: 'UnfoldableEvent',
      message: expect.stringMatching(/^order-1, revision 1,/),
    })
    await expect(handler.load(orders, '1')).rejects.toEqual(named)
    await expect(toggle(handler, '1')).rejects.toEqual(named)
    expect((await toggle(handler, '2')).revision).toBe(1)
  })
})

describe('a stream with a long history', () => {
  const messages = 3_000
  const at = '2026-11-16T09:00:00.000Z'
  const message = () => ({ id: randomUUID(), type: 'MessageSent', data: { text: 'Good morning' }, by: asha, at })
  const write = async (id: string, many = messages) => {
    await open(id)
    await store.append(`order-${id}`, 0, Array.from({ length: many }, message))
  }

  // spec: 11.36
  it('lets others have their turns while it is read', async () => {
    const many = 5 * messages // so many slices on the quickest machine, too
    await write('1', many)
    // As it is opened in a program: what seals is what gives others their turns.
    const load = createCommandHandler(sealEvents(store, await ownKeys())).load(orders, '1')
    expect(await turnsDuring(load)).toBeGreaterThan(2)
    expect((await load).state.conversation).toHaveLength(many)
  })

  it('is seen as it was, or as it is, and never in between', async () => {
    await write('1', 10)
    const other = createCommandHandler(store)
    const before = await other.load(orders, '1')
    await store.append('order-1', 10, Array.from({ length: messages }, message))
    const [last] = await Array.fromAsync(store.read('order-1', messages + 9))
    other.applyCommitted(last!)
    const during = other.load(orders, '1')
    await new Promise(setImmediate)
    const seen = await Promise.all([other.load(orders, '1'), during])
    expect(seen.map(({ state, revision }) => [state.conversation.length, revision])).toEqual(
      Array(2).fill([messages + 10, messages + 10]),
    )
    expect(before.state.conversation).toHaveLength(10)
  })

  it('goes on without a copy of its conversation, unless a state was loaded that has it', async () => {
    await write('1', 10)
    const conversation = () => handler.lookAt(orders, '1', ({ conversation }) => conversation)
    await say(handler, '1')
    const before = await conversation()
    await say(handler, '1')
    expect(await conversation()).toBe(before)
    const { state } = await handler.load(orders, '1')
    await say(handler, '1')
    expect(state.conversation).toHaveLength(12)
    expect(await conversation()).toHaveLength(13)
  })

  it('leaves every state that was loaded as it was, whichever process adds to it and whatever is heard of that', async () => {
    const step = fc.constantFrom('say', 'say elsewhere', 'hear', 'load', 'look')
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.array(step, { maxLength: 30 }), async (id, steps) => {
        const other = createCommandHandler(store)
        await open(id)
        const stream = `order-${id}`
        const loaded: { state: Order; revision: number }[] = []
        const under: Promise<unknown>[] = []
        const does: Record<string, () => Promise<unknown>> = {
          say: () => say(handler, id),
          'say elsewhere': () => say(other, id),
          hear: async () => handler.applyCommitted((await Array.fromAsync(store.read(stream))).at(-1)!),
          load: async () => loaded.push(await handler.load(orders, id, { current: true })),
          look: () => handler.lookAt(orders, id, ({ conversation }) => conversation.length),
        }
        for (const [at, name] of steps.entries()) {
          under.push(does[name]!())
          if (at % 3 === 0) await Promise.all(under)
        }
        await Promise.all(under)
        loaded.push(await handler.load(orders, id, { current: true }))
        const events = (await Array.fromAsync(store.read(stream))) as Recorded<OrderEvent>[]
        for (const { state, revision } of loaded) {
          expect(state).toEqual(fold(orders, events.slice(0, revision + 1)))
        }
      }),
      { numRuns: 60 },
    )
  })

  // spec: 11.37
  it('is kept in memory as long as there is room, however many others are asked for', async () => {
    let read = 0
    const counting: EventStore = {
      ...store,
      async *read(...which) {
        for await (const event of store.read(...which)) {
          read++
          yield event
        }
      },
    }
    await write('long')
    for (let id = 0; id < 40; id++) await write(`${id}`, 40)
    const other = createCommandHandler(counting, { maxCachedBytes: 100_000 })
    await other.load(orders, 'long')
    read = 0
    await other.load(orders, 'long')
    expect(read).toBe(0) // larger than all the room, and the last one that was used
    for (let id = 0; id < 40; id++) await other.load(orders, `${id}`)
    read = 0
    for (let id = 39; id >= 0; id--) await other.load(orders, `${id}`)
    expect(read).toBeGreaterThan(41 * 20) // there is room for a few of them
    expect(read).toBeLessThan(41 * 39)
    await toggle(other, '0')
    read = 0
    for (let step = 2; step < 6; step++) await toggle(other, '0', step)
    expect(read).toBe(0)
  })
})
