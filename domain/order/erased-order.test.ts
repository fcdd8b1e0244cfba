import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, type Recorded } from '#domain/event.ts'
import { createChangeLog } from '#domain/history/timeline.ts'
import { erasedData, personalFieldsOf } from '#domain/personal-data.ts'
import { asha, clientErased, completed, life, meera, opened, renamed } from '#domain/samples.ts'
import { recorded } from '#domain/testing.ts'
import { type OrderEvent, orders, sentence } from './actions.ts'
import { unreadCount } from './order.ts'
import { evolveRow } from './row.ts'
import { evolveSearchedText } from './searched-text.ts'
import { allCases, scenarios } from './testing.ts'
import { ravi, rowOf } from './testing-action.ts'

describe('the name of an erased client', () => {
  it('stands at no step that they completed by sending the questionnaire', () => {
    const steps = [{ id: 1, value: 'Business onboarding', completedOn: 'submission' as const }]
    const before = [{ ...opened, data: { ...opened.data, questions: [], steps } }, completed]
    const events = recorded<OrderEvent>('order-x1', [...before, clientErased])
    expect(JSON.stringify(fold(orders, events.slice(0, 1)).steps)).toContain(asha.name)
    for (const state of [fold(orders, events), rowOf(events)]) {
      expect(JSON.stringify(state)).not.toContain(asha.name)
      expect(state.steps[0]).toMatchObject({ status: 1, completedBy: { by: 'Deleted client', at: opened.at } })
    }
  })
})

/** An event as it is read once the key of what is personal in it is gone. */
const unreadable = ({ data, ...event }: Recorded<OrderEvent>): Recorded<OrderEvent> => {
  const names = personalFieldsOf(event.type)
  const left = Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))
  return { ...event, data: erasedData(event.type, left) } as Recorded<OrderEvent>
}

describe('an event of an erased client', () => {
  const order = fold(orders, recorded<OrderEvent>('order-x1', [opened, clientErased]))
  const samples = [...life, renamed, ...allCases.flatMap(({ example }) => example.follows)].map((event) => ({
    ...{ by: meera, at: opened.at },
    ...(event as OrderEvent),
  }))
  const events = recorded<OrderEvent>('order-x1', samples).map(unreadable)

  it.each(events)('is a whole sentence without what was written in it: $type', (event) =>
    expect(sentence(event, order)).not.toMatch(/“”|\berased\b|\b0 (answer|point|file)|[:, ]$/),
  )
  it('is told plainly', () => {
    const described = Object.fromEntries(events.map((event) => [event.type, sentence(event, order)]))
    expect(described).toMatchObject({
      OrderOpened: 'Project started',
      MessageSent: 'Sent a message',
      FileShared: 'Shared a file',
      FileReplaced: 'Uploaded a new version of a file',
      AnswersAmended: 'Changed answers',
      OrderRenamed: 'Project renamed',
      OrderReopened: 'Project reopened',
      ProposalRevised: 'Proposal shared',
      BillingDetailsGiven: 'Billing details given',
      DraftShared: 'Version 1 of the design shared',
    })
  })
})

/** Every text within. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)])
    : []
}

describe('whatever was done to an order before its client was erased', () => {
  const erased = (before: Recorded<OrderEvent>[]): Recorded<OrderEvent>[] => {
    const { by, at, ...rest } = clientErased
    return [...before, ...recorded<OrderEvent>('order-x1', [{ ...rest, by, at }])].map((event, revision) => ({
      ...event,
      revision,
      position: BigInt(revision + 1),
    }))
  }
  /** The texts that the client wrote, and those that were written to them. */
  const written = (events: Recorded<OrderEvent>[]) =>
    events.flatMap(({ type, data, by }) => {
      if (type === 'OrderOpened')
        return [by.name, by.id, data.title, ...data.questions.flatMap((q) => textsIn(q.answer))]
      if (type === 'StepToggled' || type === 'InvoiceRevised' || type === 'ConversationRead') return []
      // Of a payment the books keep when it was and how much.
      if (/^(Payment(?!Link)|ReceiptIssued)/.test(type)) {
        const { reference, question } = data as { reference?: string; question?: string }
        return textsIn([reference, question])
      }
      if (type === 'InvoiceIssued') return textsIn(Object.values(data.buyer))
      if (type === 'CreditNoteIssued') return textsIn([...Object.values(data.buyer), data.reason])
      return textsIn(Object.values(data))
    })

  const always = (holds: (events: Recorded<OrderEvent>[], texts: string[]) => void) =>
    fc.assert(
      fc.property(scenarios(), (before) => {
        const texts = written(before).filter((text) => text.length > 2)
        holds(erased(before), texts)
      }),
    )

  // spec: 11.53
  it('nothing of it is left in the order, its row, the search, or what is told of its changes', () =>
    always((events, texts) => {
      const log = createChangeLog()
      for (const event of events) log.add(event)
      const all = textsIn([
        fold(orders, events),
        rowOf(events),
        events.reduce(evolveSearchedText, undefined as ReturnType<typeof evolveSearchedText> | undefined),
        events.map(({ revision }) => log.changesOf(revision)),
        log.authors(),
      ])
      // The words of steps, and of the agency's own, stay.
      const own = new Set(textsIn([opened.data.steps, meera, 'admin', 'client', 'open', 'cancelled', 'completed']))
      expect(texts.filter((text) => !own.has(text) && all.includes(text))).toEqual([])
    }))
  it('its row agrees with it', () =>
    always((events) => {
      const { title, status, clientId, clientErased, invoice, steps } = fold(orders, events)
      expect(rowOf(events)).toMatchObject({ title, status, clientId, clientErased, invoice, steps })
    }))
  it('nothing in it is unread, for whoever has read it or not', () =>
    always((events) => {
      const { sent, read, withdrawn } = fold(orders, events)
      const counts = { client: sent.client.length, admin: sent.admin.length }
      for (const state of [{ sent: counts, read, withdrawn }, rowOf(events)])
        for (const person of [asha, meera, ravi]) expect(unreadCount(state, person)).toBe(0)
    }))
  it('what the agency did, and what was paid, stays', () => {
    const order = fold(orders, erased(recorded<OrderEvent>('order-x1', life)))
    expect(order).toMatchObject({ number: 3, invoice: { paid: 2_250_000, actual: 4_500_000, revisions: 0 } })
    expect(order.steps).toHaveLength(opened.data.steps.length)
    expect(order.clientErased).toBe(clientErased.at)
    expect(
      evolveRow(rowOf(recorded('order-x1', life)), recorded<OrderEvent>('order-x1', [...life, clientErased]).at(-1)!),
    ).toMatchObject({ title: 'Deleted client’s project', clientName: 'Deleted client', clientErased: clientErased.at })
  })
})
