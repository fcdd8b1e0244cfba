import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, fromWire, type Person, type Recorded, toWire } from '#domain/event.ts'
import { shownQuestions } from '#domain/questionnaire/applicable-questions.ts'
import { billingGiven, invoiceIssued, meera, opened } from '#domain/samples.ts'
import { maxSentenceLength, movesRow, type OrderEvent, orderEvents, orders, sentence } from './actions.ts'
import { filesOf } from './conversation.ts'
import { uninvoicedParts } from './draft-invoice.ts'
import { giveBillingDetails } from './give-billing-details.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { issueInvoice } from './issue-invoice.ts'
import { maySee, type Order, otherSide, unreadCount } from './order.ts'
import { readConversation } from './read-conversation.ts'
import { reviseInvoice } from './revise-invoice.ts'
import { rowFromWire, rowToWire } from './row-wire.ts'
import { allCases, allPersons, scenarioStep, scenarios, throughJson } from './testing.ts'
import { rowOf } from './testing-action.ts'
import { turnOf } from './turn.ts'
import { filesToWire, orderFromWire, orderToWire } from './wire.ts'
import { deliveryDueOn } from './worklist.ts'

const contact = { name: 'Asha Rao', phone: '+919000000021', email: 'asha@neelgirilooms.example' }
const ownMarks = ({ read }: { read: Record<string, number> }, { id }: Person) => (id in read ? { [id]: read[id] } : {})

const issuer = { ...invoiceIssued.data.seller, timeZone: 'Asia/Kolkata' }
const nextOf = ({ documents }: Order) => ({
  documentId: `d${documents.length + 1}`,
  number: `N/${documents.length + 1}`,
})
// What takes so many steps before it that few lives come to it by themselves: each person tries it.
const invoicing = [
  scenarioStep(reviseInvoice, meera, { actualAmount: '65000' }),
  scenarioStep(giveBillingDetails, meera, billingGiven.data),
  ...allPersons.flatMap((by) => [
    scenarioStep(issueInvoice, by, (order) => ({
      parts: uninvoicedParts(order)
        .slice(0, 1)
        .map(({ key }) => key),
      ...{ issuer, issued: nextOf(order) },
    })),
    scenarioStep(issueCreditNote, by, (order) => ({
      ...{ documentId: order.documents.findLast(({ kind }) => kind === 'invoice')?.documentId, reason: 'A mistake' },
      ...{ issuer, issued: nextOf(order) },
    })),
  ]),
]

describe('whatever is done to an order', () => {
  const always = (holds: (events: Recorded<OrderEvent>[]) => void, life = scenarios()) =>
    fc.assert(
      fc.property(life, (events) => {
        holds(events)
      }),
    )

  it('everything that may happen does happen in one life or another, and only by those who may', () => {
    const lives = [scenarios(), scenarios(...invoicing)].map((all) =>
      fc.sample(all, { seed: 20261116, numRuns: 3_000 }),
    )
    const events = lives.flat(2)
    const types = [...new Set(events.map(({ type }) => type))].toSorted()
    // The erasing of a client is no part of a life: `erased-order.test.ts` has it after any of them.
    expect([...types, 'ClientErased'].toSorted()).toEqual(Object.keys(orderEvents).toSorted())
    const hands = Object.fromEntries(
      types.map((type) => [type, handsIn(events.filter((event) => event.type === type))]),
    )
    const may = Object.fromEntries(
      allCases.flatMap(({ inputOf, who }) =>
        Object.keys(inputOf).map((type) => [
          type,
          [...(who.client === 200 ? ['asha'] : []), ...(who.admin === 200 ? ['meera', 'ravi'] : [])],
        ]),
      ),
    )
    expect(hands).toEqual(Object.fromEntries(types.map((type) => [type, may[type]])))
  }, 60_000)
  it('nothing is written in a closed order but that it was read or opened again, and the receipts it owes', () =>
    always((events) => {
      events.forEach(({ type }, revision) => {
        const { status } = fold(orders, events.slice(0, revision))
        if (status !== 'open') expect(['ConversationRead', 'OrderReopened', 'ReceiptIssued']).toContain(type)
      })
    }))
  it('its row agrees with it on name, status, steps, whose turn it is, when it is due and what each person has read', () =>
    always((events) => {
      const order = fold(orders, events)
      const row = rowOf(events)
      const { title, status, steps, openedAt, clientId } = order
      expect(row).toMatchObject({ title, status, steps, openedAt, clientId, revision: events.length - 1 })
      expect(turnOf(row)).toEqual(turnOf(order))
      expect(deliveryDueOn(row)).toBe(deliveryDueOn(order))
      expect(row.lastAt).toBe(events.findLast(({ type }) => type !== 'ConversationRead')!.at)
      for (const person of allPersons) {
        const side = otherSide(person.role)
        expect([row.sent[side], row.withdrawn?.[side] ?? []]).toEqual([order.sent[side].length, order.withdrawn[side]])
        if (maySee(order, person)) expect(row.read[person.id]).toBe(order.read[person.id])
      }
    }))
  it('an event moves it from one list to another where the table of events says so', () =>
    always((events) => {
      events.forEach((event, revision) => {
        const before = revision === 0 ? undefined : rowOf(events.slice(0, revision)).status
        expect([event.type, rowOf(events.slice(0, revision + 1)).status !== before]).toEqual([
          event.type,
          movesRow(event),
        ])
      })
    }))
  it('what a person has not read is what the other side sent since they read', () =>
    always((events) => {
      const deleted = new Set(events.flatMap(({ type, data }) => (type === 'FileDeleted' ? data.id : [])))
      const gone = new Set(
        events.flatMap(({ type, id, data, revision }) =>
          deleted.has(type === 'FileReplaced' ? data.id : id) ? revision : [],
        ),
      )
      for (const person of allPersons) {
        // No one has read what was not there yet, however far they say they have read.
        const marks = events.flatMap(({ type, data, by, revision }) =>
          type === 'ConversationRead' && by.id === person.id ? Math.min(data.upTo, revision) : [],
        )
        const since = fold(orders, events).sent[otherSide(person.role)].filter(
          (revision) => revision > Math.max(-1, ...marks) && !gone.has(revision),
        )
        expect(unreadCount(rowOf(events), person)).toBe(since.length)
      }
    }))
  it('its conversation is what was sent and not deleted, in order', () =>
    always((events) => {
      const deleted = new Set(events.flatMap(({ type, data }) => (type === 'FileDeleted' ? data.id : [])))
      const sent = events.filter(({ type, id }) => /^(MessageSent|FileShared)$/.test(type) && !deleted.has(id))
      const order = fold(orders, events)
      expect(order.conversation.map(({ id }) => id)).toEqual(sent.map(({ id }) => id))
      expect(filesToWire('x1', order).map(({ id }) => id)).toEqual(filesOf(order.conversation).map(({ id }) => id))
    }))
  it('its questions stay those it was opened with, each with an answer when it is asked and required', () =>
    always((events) => {
      const { questions } = fold(orders, events)
      const bare = (each: typeof questions) => each.map((question) => ({ ...question, answer: null }))
      expect(bare(questions)).toEqual(bare(opened.data.questions))
      expect(shownQuestions(questions).filter(({ required, answer }) => required && answer === null)).toEqual([])
    }))
  it('it is the same on the other side of the wire, for the person who asked', () =>
    always((events) => {
      const order = fold(orders, events)
      for (const person of allPersons) {
        const wire = throughJson(orderToWire('x1', events.length - 1, order, contact, person))
        expect(orderFromWire(wire)).toEqual({
          id: 'x1',
          revision: events.length - 1,
          order: { ...order, read: ownMarks(order, person) },
          contact,
        })
      }
    }))
  it('its row is the same on the other side, for the person who asked', () =>
    always((events) => {
      const row = rowOf(events)
      for (const person of allPersons) {
        const wire = throughJson(rowToWire(row, person))
        expect(rowFromWire(wire)).toEqual({ ...row, read: ownMarks(row, person) })
        expect(wire.unread_messages).toBe(unreadCount(row, person))
      }
    }))
  it('folding it live from the middle comes to the same', () =>
    always((events) => {
      const half = Math.floor(events.length / 2)
      const order = fold(orders, events.slice(0, half))
      const wire = throughJson(orderToWire('x1', half - 1, order, contact, meera))
      const live = events.slice(half).map((event) => fromWire<OrderEvent>(throughJson(toWire(event))))
      const folded = fold(orders, live, orderFromWire(wire).order)
      const whole = fold(orders, events)
      expect({ ...folded, read: ownMarks(folded, meera) }).toEqual({ ...whole, read: ownMarks(whole, meera) })
    }))
  it('every event of it can be told in a line', () =>
    always((events) => {
      const order = fold(orders, events)
      for (const event of events) {
        const text = sentence(event, order)
        expect(text).toMatch(/^\S.*\S$/)
        expect(text.length).toBeLessThanOrEqual(maxSentenceLength)
      }
    }))
  it('reading everything at last leaves that person nothing', () =>
    always(
      (events) => expect(unreadCount(rowOf(events), meera)).toBe(0),
      scenarios(scenarioStep(readConversation, meera, { upTo: 1000 })),
    ))
})

const handsIn = (events: readonly Recorded<OrderEvent>[]): string[] =>
  [...new Set(events.map(({ by }) => by.id))].toSorted()
