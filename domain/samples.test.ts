import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccountEvent, accounts } from './account/actions.ts'
import { register, registration } from './account/register.ts'
import { perform } from './command.ts'
import { fold } from './event.ts'
import { toWireRupees } from './money.ts'
import { maxSentenceLength, type OrderEvent, orderEvents, orders, sentence } from './order/actions.ts'
import { filesOf, fileTypes } from './order/conversation.ts'
import { documentNumbers } from './order/document-numbers.ts'
import { invoiceOf } from './order/invoice.ts'
import { unreadCount } from './order/order.ts'
import { bullets } from './order/proposal-text.ts'
import { evolveRow, type OrderRow } from './order/row.ts'
import { allCases, causeOf } from './order/testing.ts'
import { answered } from './questionnaire/answers.ts'
import { defaultQuestions } from './questionnaire/default.ts'
import * as samples from './samples.ts'
import { type AgencyEvent, agencies } from './settings/agency.ts'
import { reviseAgency } from './settings/revise-agency.ts'
import { recorded, type Sample } from './testing.ts'

const stage: samples.Stage = {
  now: '2026-11-16T05:00:00.000Z',
  hash: (password) => `$argon2id$${password.length}`,
  idOf: (email) => email.split('@')[0]!,
  orderIdOf: (clientId, number) => `${clientId}-${number}`,
}
const demo = samples.demo(stage)
const lives: [string, Sample<OrderEvent>[]][] = demo.orders.map(({ id, events }) => [id, events])

/** Executes the command that causes each event, one after the other: every event must follow. */
function expectCaused(events: readonly Sample<OrderEvent>[]): void {
  events.forEach((sample, revision) => {
    const before = fold(orders, recorded('order-1', events.slice(0, revision)))
    const { command, input } = causeOf(sample as OrderEvent)
    expect(perform(command, before, command.input.parse({ orderId: 'x1', ...input }), sample)).toEqual([
      { type: sample.type, data: sample.data },
    ])
  })
}

describe('the sample events', () => {
  const { life, completed, cancelled, clientErased } = samples
  it.each([
    ['completed', completed],
    ['cancelled', cancelled],
  ])('tell the life of an order that was %s, and opened again', (_, closed) =>
    expectCaused(life.map((each) => (each === completed ? closed : each))),
  )
  it('tell of a client who is erased', () =>
    expectCaused([...life.slice(0, life.indexOf(completed) + 1), clientErased]))
  it('tell of every event there is, with the examples of the commands', () => {
    const examples = allCases.flatMap(({ example }) => example.follows)
    const types = new Set([...life, cancelled, clientErased, ...examples].map(({ type }) => type))
    expect([...types].toSorted()).toEqual(Object.keys(orderEvents).toSorted())
  })
  it('are in the order of time', () => {
    const [opened, read, ...rest] = life as [Sample, Sample, ...Sample[]]
    const times: Sample[] = [samples.registered, samples.loggedIn, opened, read, samples.loggedOut, ...rest]
    expect(times.map(({ at }) => at)).toEqual(times.map(({ at }) => new Date(at).toISOString()).toSorted())
  })
})

describe('the demo agency', () => {
  it('has one admin and three clients', () =>
    expect(demo.accounts.map(({ events }) => events[0]?.by.role)).toEqual(['admin', 'client', 'client', 'client']))
  it.each(demo.accounts)('could have registered $email', ({ id, email, password, events }) => {
    const [sample, ...more] = events as [Extract<Sample<AccountEvent>, { type: 'AccountRegistered' }>]
    const { name, phone, role } = sample.data
    expect(registration.parse({ name, email, phone, password })).toEqual({ name, email, phone, password })
    expect(perform(register, accounts.initial, register.input.parse(sample.data), sample)).toEqual([
      { type: sample.type, data: sample.data },
    ])
    expect({ ...sample.by, more }).toEqual({ id, name, role, more: [] })
    expect(id).toBe(stage.idOf(email))
    expect(password).toBe(samples.demoPassword)
    expect(sample.data.passwordHash).toBe(stage.hash(password))
    expect(email).toMatch(/\.example$/)
    expect(phone).toMatch(/^\+[1-9]\d{7,14}$/)
  })

  it('could have set of itself what it has', () => {
    const [{ data, ...sample }, ...more] = demo.settings as [Sample<AgencyEvent>]
    expect(perform(reviseAgency, agencies.initial, reviseAgency.input.parse(data), sample)).toEqual([
      { type: sample.type, data },
    ])
    expect({ by: sample.by, more }).toEqual({ by: demo.accounts[0]!.events[0]!.by, more: [] })
    expect(data.contact!.phone).toMatch(/^\+[1-9]\d{7,14}$/)
  })
  it.each(lives)('did what is told of %s', (_, events) => expectCaused(events))
  it.each(demo.orders)('gave $id to the client it is told of', ({ id, events }) => {
    const { clientId, number } = fold(orders, recorded('order-1', events))
    expect(id).toBe(stage.orderIdOf(clientId, number))
    expect(demo.accounts.map(({ id }) => id)).toContain(clientId)
  })
  it.each(lives)('got answers that will do, and no files, in %s', (_, events) => {
    const { questions } = fold(orders, recorded('order-1', events))
    const answers = Object.fromEntries(questions.map(({ id, answer }) => [id, answer]))
    expect(answered(defaultQuestions, answers)).toEqual(questions)
    expect(questions.find(({ answerType }) => answerType === 'File')?.answer).toBeNull()
  })
  it('shares what is seen, heard and read, of every kind', () => {
    const files = lives.flatMap(([, events]) => filesOf(fold(orders, recorded('order-1', events)).conversation))
    expect([...new Set(files.map(({ file }) => file.fileType))].toSorted()).toEqual([...fileTypes].toSorted())
    expect(files.flatMap(({ before }) => before.map(({ file }) => file.originalName))).toEqual(['Price list.pdf'])
  })
  it('draws one page in pencil, in ink and in colour, a draft each', () => {
    const homestay = fold(orders, recorded('order-1', lives[2]![1]))
    const drafts = homestay.designs.map(({ link }) => link.split('/').at(-1))
    expect(drafts).toEqual(['demo-homestay-1.webp', 'demo-homestay-2.webp', 'demo-homestay-3.webp'])
    expect(filesOf(homestay.conversation).map(({ file }) => file.filename)).toEqual([...drafts, 'demo-homestay.mp4'])
  })
  it('numbers each client’s orders from 1', () => {
    const numbers: Record<string, number[]> = {}
    for (const { events } of demo.orders) {
      const { clientId, number } = fold(orders, recorded('order-1', events))
      numbers[clientId] = [...(numbers[clientId] ?? []), number]
    }
    expect(numbers).toEqual({ asha: [1, 2, 3], farhan: [1, 2], tashi: [1] })
  })
  it('has an order in every phase', () => {
    const phases = lives.map(([, events]) => {
      const row = recorded('order-1', events).reduce(evolveRow, undefined as OrderRow | undefined)!
      return [
        row.status,
        row.steps.filter(({ status }) => status === 1).length,
        unreadCount(row, demo.accounts[0]!.events[0]!.by),
      ]
    })
    expect(phases).toEqual([
      ['completed', 8, 0],
      ['cancelled', 3, 0],
      ['open', 6, 0],
      ['open', 5, 2],
      ['open', 3, 0],
      ['open', 2, 1],
    ])
  })
  it('has something to read for two of its clients', () => {
    const waiting = demo.orders.map(({ events }) => {
      const row = recorded('order-1', events).reduce(evolveRow, undefined as OrderRow | undefined)!
      return unreadCount(row, events[0]!.by)
    })
    expect(waiting).toEqual([0, 0, 1, 0, 1, 0])
  })
  it('asks about as much as a small agency asks, and was paid in part', () => {
    const invoices = lives.map(([, events]) => fold(orders, recorded('order-1', events)).invoice)
    expect(invoices.map(({ actual }) => toWireRupees(actual))).toEqual([
      '45000',
      '45000',
      '48000',
      '65000',
      '52000',
      '0',
    ])
    expect(invoices.map((amounts) => toWireRupees(-invoiceOf(amounts).refund))).toEqual([
      '0',
      '45000',
      '12960',
      '32500',
      '52000',
      '0',
    ])
  })
  it('proposes in whole lines, on the day it writes them', () => {
    for (const [, events] of lives)
      for (const event of events)
        if (event.type === 'ProposalRevised') {
          const { date, problem, goals, solution } = event.data
          expect(date).toBe(event.at.slice(0, 10))
          const lines = [problem, goals, solution].flatMap(bullets)
          expect(lines.filter((line) => !/^\p{Lu}.*\.$/su.test(line))).toEqual([])
        }
  })
  it('shows designs, a way to pay from abroad and a name of its own', () => {
    const states = lives.map(([, events]) => fold(orders, recorded('order-1', events)))
    expect(states.map(({ designs }) => designs.length)).toEqual([2, 0, 3, 2, 0, 0])
    expect(states.map(({ paymentLink }) => paymentLink !== '')).toEqual([false, false, true, false, false, false])
    expect(states[2]!.title).toBe('Kanchen Homestay')
  })
  it('invoiced the first half of one, which was paid and has its receipt, by numbers without a gap', () => {
    const { documents, payments } = fold(orders, recorded('order-1', lives[2]![1]))
    expect(documents.map(({ number, open, seller }) => [number, open, seller.name])).toEqual([
      ['INV/2026-27/1', 24_000_00, 'Longhand Studio LLP (invented)'],
    ])
    expect(payments[0]).toMatchObject({ amount: 24_000_00, receipt: { number: 'RC/2026-27/1' } })
    expect(demo.numbers.map(({ type, data: { number } }) => [type, number])).toEqual([
      ['DocumentNumberReserved', 'INV/2026-27/1'],
      ['DocumentNumberUsed', 'INV/2026-27/1'],
      ['DocumentNumberReserved', 'RC/2026-27/1'],
      ['DocumentNumberUsed', 'RC/2026-27/1'],
    ])
    expect(fold(documentNumbers, recorded('document_numbers-1', demo.numbers)).open).toBeUndefined()
  })
  it('says everything in sentences of one line', () => {
    for (const [, events] of lives) {
      const recordedEvents = recorded('order-1', events)
      const order = fold(orders, recordedEvents)
      for (const event of recordedEvents) expect(sentence(event, order).length).toBeLessThanOrEqual(maxSentenceLength)
    }
  })
})

describe('the demo, whenever it begins', () => {
  const always = (holds: (now: number, ats: string[]) => void) =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2025-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (date) => {
          const { accounts, orders, settings } = samples.demo({ ...stage, now: date.toISOString() })
          for (const { events } of [...accounts, ...orders, { events: settings }])
            holds(
              date.getTime(),
              events.map(({ at }) => at),
            )
        },
      ),
    )

  it('is all in the past', () => always((now, ats) => expect(ats.every((at) => Date.parse(at) < now)).toBe(true)))
  it.each([
    ['a Saturday afternoon', '2026-11-14T12:20:00.000Z', 24],
    ['a Sunday afternoon', '2026-11-15T12:20:00.000Z', 24],
    ['a Monday afternoon', '2026-11-16T12:20:00.000Z', 48],
    ['the night to a Saturday in India', '2026-11-13T20:20:00.000Z', 8],
  ])('ends on the last working day: on %s', (_, now, hours) => {
    const [newest] = samples.demo({ ...stage, now }).orders.at(-1)!.events
    expect(Date.parse(now) - Date.parse(newest!.at)).toBe(hours * 60 * 60 * 1000)
  })
  it('goes forward in time within every stream', () =>
    always((_, ats) => expect([...new Set(ats)].toSorted()).toEqual(ats)))
  it('happens by day in India, never on a Sunday', () =>
    always((_, ats) => {
      for (const at of ats) {
        const there = new Date(Date.parse(at) + 5.5 * 60 * 60 * 1000)
        expect(there.getUTCDay()).not.toBe(0)
        expect(there.getUTCHours()).toBeGreaterThanOrEqual(9)
        expect(there.getUTCHours()).toBeLessThan(19)
      }
    }))
  it('asks for prices in the past, and each lead from its first event on', () => {
    const now = '2026-11-16T12:20:00.000Z'
    const { leads, funnel } = samples.demo({ ...stage, now })
    for (const { events } of [...leads, ...funnel]) {
      const ats = events.map(({ at }) => at)
      expect(ats.toSorted()).toEqual(ats)
      expect(ats.at(-1)! < now).toBe(true)
    }
    expect(new Set(leads.map(({ id }) => id)).size).toBe(leads.length)
  })
  it('opens no order before its client registered', () => {
    const since = Object.fromEntries(demo.accounts.map(({ id, events }) => [id, events[0]!.at]))
    for (const { events } of demo.orders) expect(events[0]!.at > since[events[0]!.by.id]!).toBe(true)
  })
})
