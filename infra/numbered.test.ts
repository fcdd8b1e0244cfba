import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IdempotencyRecord } from '#domain/event.ts'
import { orderCommands, orders } from '#domain/order/actions.ts'
import { documentNumberCommands, documentNumbers, documentNumbersId } from '#domain/order/document-numbers.ts'
import { billingGiven, invoiceIssued } from '#domain/samples.ts'
import { createCommandHandler, KeyReused, Stale } from './events/command-handler.ts'
import { openSqliteEvents } from './events/sqlite.ts'
import type { EventStore } from './events/store.ts'
import { createNumbered } from './numbered.ts'
import { Unavailable } from './unavailable.ts'

const asha = { id: 'asha', name: 'Asha Rao', role: 'client' } as const
const meera = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' } as const
const issuer = { ...invoiceIssued.data.seller, timeZone: 'Asia/Kolkata' }
const now = () => Date.parse('2026-11-25T09:00:00Z')

let folder: string
let store: EventStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-numbers-'))
  store = openSqliteEvents(join(folder, 'events.db'))
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

/** A process with its own memory: it does not hear of others’ writes unless it asks. */
function process(clock = now) {
  const handler = createCommandHandler({ ...store, soleWriter: false })
  return { handler, numbers: createNumbered({ events: store, handler, now: clock }) }
}
type Process = ReturnType<typeof process>

async function openOrder({ handler }: Process, orderId: string): Promise<void> {
  const { openOrder, reviseInvoice, giveBillingDetails } = orderCommands
  await handler.handle(openOrder, orderId, { orderId, number: 1, questions: [], steps: [] }, { by: asha })
  await handler.handle(reviseInvoice, orderId, { orderId, actualAmount: 65_000_00 }, { by: meera })
  await handler.handle(giveBillingDetails, orderId, { orderId, ...billingGiven.data }, { by: asha })
}

const issue = ({ numbers }: Process, orderId: string, parts = ['landing page']) =>
  numbers.handle(orderCommands.issueInvoice, orderId, { orderId, parts, issuer } as never, { by: meera })

/** The number of every document that was issued, in the order of the numbers. */
async function numbersOf(orderIds: readonly string[]): Promise<string[]> {
  const { handler } = process()
  const states = await Promise.all(orderIds.map((id) => handler.load(orders, id)))
  const numbers = states.flatMap(({ state }) => state.documents.map(({ number }) => number))
  return numbers.toSorted((one, other) => Number(one.split('/')[2]) - Number(other.split('/')[2]))
}
const series = (count: number) => Array.from({ length: count }, (_, at) => `INV/2026-27/${at + 1}`)

describe('documents with numbers', () => {
  it('have neither gaps nor doubles when 16 in four processes issue them at once', async () => {
    const processes = Array.from({ length: 4 }, process)
    const ids = Array.from({ length: 8 }, (_, at) => `order-${at}`)
    for (const id of ids) await openOrder(processes[0]!, id)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) => issue(processes[n % 4]!, ids[Math.floor(n / 2)]!)),
    )
    // Two want the same part of each order: one of them has it.
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
    expect(await numbersOf(ids)).toEqual(series(8))
  })

  it('are of the day that their series is of, also when they are recorded after midnight', async () => {
    const lastMinute = process(() => Date.parse('2026-03-31T18:29:59Z'))
    await openOrder(lastMinute, 'late')
    await issue(lastMinute, 'late')
    const { state } = await process().handler.load(orders, 'late')
    expect(state.documents).toMatchObject([{ number: 'INV/2025-26/1', issuedOn: '2026-03-31', dueOn: '2026-04-07' }])
  })

  it('are issued by the next request, where a process ended in between', async () => {
    const [first, second] = [process(), process()]
    await openOrder(first, 'left')
    await openOrder(first, 'next')
    await reserve(first, 'left')
    await issue(second, 'next')
    expect(await numbersOf(['left', 'next'])).toEqual(series(2))
    expect((await numbersOf(['left'])).length).toBe(1)
  })

  it('are issued by the start, where no request comes next', async () => {
    const first = process()
    await openOrder(first, 'left')
    await reserve(first, 'left')
    await process().numbers.finishOpen()
    expect(await numbersOf(['left'])).toEqual(series(1))
    await process().numbers.finishOpen()
    expect(await numbersOf(['left'])).toEqual(series(1))
  })

  it('give their number to the next where the order refuses by now, and who was slow issues nothing any more', async () => {
    const first = process()
    await openOrder(first, 'left')
    await openOrder(first, 'next')
    const { revision, documentId } = await reserve(first, 'left')
    const cancel = { orderId: 'left', status: 'cancel' } as const
    await process().handler.handle(orderCommands.completeOrCancel, 'left', cancel, { by: meera })
    await issue(process(), 'next')
    expect([await numbersOf(['left']), await numbersOf(['next'])]).toEqual([[], series(1)])
    const late = { orderId: 'left', parts: ['landing page'], issuer, issued: { documentId, number: series(1)[0] } }
    const { handler } = process()
    await handler.handle(orderCommands.reopenOrder, 'left', { orderId: 'left', reason: 'A mistake' }, { by: meera })
    const slow = handler.handle(orderCommands.issueInvoice, 'left', late as never, {
      by: meera,
      expectedRevision: revision,
    })
    await expect(slow).rejects.toBeInstanceOf(Stale)
  })

  it('are refused to the second of two requests with one key, and hold up no request after that', async () => {
    const first = process()
    for (const id of ['left', 'next']) await openOrder(first, id)
    const { revision } = await reserve(first, 'left', { key: 'one key', body: 'landing page' })
    const second = process().numbers.handle(
      orderCommands.issueInvoice,
      'left',
      { orderId: 'left', parts: ['development'], issuer } as never,
      { by: meera, cause: { key: 'one key', body: 'development' } },
    )
    await expect(second).rejects.toBeInstanceOf(KeyReused)
    expect((await process().handler.load(orders, 'left')).revision).toBe(revision + 1)
    await issue(process(), 'next')
    expect(await numbersOf(['left', 'next'])).toEqual(series(2))
  })

  it('wait while the open one is of a damaged order, and name that order', async () => {
    const first = process()
    await openOrder(first, 'left')
    await openOrder(first, 'next')
    await reserve(first, 'left')
    await store.close()
    const database = new DatabaseSync(join(folder, 'events.db'))
    database.exec("update events set type = 'Altered' where stream = 'order-left' and revision = 1")
    database.close()
    store = openSqliteEvents(join(folder, 'events.db'), () => {})
    const issuing = issue(process(), 'next')
    await expect(issuing).rejects.toThrow('INV/2026-27/1 is reserved for project left, which is damaged')
    await expect(issuing).rejects.toBeInstanceOf(Unavailable)
  })

  it('wait while the open one is of an order with newer events, and say so', async () => {
    const first = process()
    await openOrder(first, 'left')
    await openOrder(first, 'next')
    const { revision } = await reserve(first, 'left')
    const newer = { type: 'Whispered', data: {}, id: randomUUID(), by: meera, at: '2026-11-25T09:00:00.000Z' }
    await store.append('order-left', revision, [newer])
    const issuing = issue(process(), 'next')
    await expect(issuing).rejects.toThrow(
      'INV/2026-27/1 is reserved for project left, which was saved by a newer version',
    )
    await expect(issuing).rejects.toBeInstanceOf(Unavailable)
  })

  it('are used where the process ended after the document was issued', async () => {
    const first = process()
    await openOrder(first, 'left')
    const { revision, documentId, number } = await reserve(first, 'left')
    const input = { orderId: 'left', parts: ['landing page'], issuer, issued: { documentId, number } }
    const metadata = { by: meera, expectedRevision: revision }
    await first.handler.handle(orderCommands.issueInvoice, 'left', input as never, metadata)
    await issue(process(), 'left', ['development'])
    expect(await numbersOf(['left'])).toEqual(series(2))
    expect((await process().handler.load(documentNumbers, documentNumbersId)).state).toEqual({
      taken: { 'INV/2026-27/{n}': 2 },
    })
  })
})

/** A number is reserved for an invoice of an order, and its process goes no further. */
async function reserve({ handler }: Process, orderId: string, cause?: IdempotencyRecord) {
  const { revision } = await handler.load(orders, orderId)
  const documentId = `of-${orderId}`
  const reservation = {
    ...{ documentId, series: 'INV/2026-27/{n}', orderId, clientId: asha.id, revision, command: 'issueInvoice' },
    input: JSON.stringify({ parts: ['landing page'], issuer }),
    ...(cause ? { cause } : {}),
  }
  await handler.handle(documentNumberCommands.reserveNumber, documentNumbersId, reservation, { by: meera })
  return { revision, documentId, number: 'INV/2026-27/1' }
}
