import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Person, Recorded } from '#domain/event.ts'
import { activitySentence, kindOf, subjectOf } from '#domain/history/activity.ts'
import { type ActivityTopic, activityTopics, isOfTopic } from '#domain/history/kinds.ts'
import type { EventStore } from '#infra/events/store.ts'
import { decode } from '#infra/events/stored-event.ts'
import { startProjections } from '#projections/all.ts'
import { record, testStores } from '#projections/testing.ts'
import { type ActivityFilter, countActivity, listActivity } from './activity.ts'

const golden = readFileSync(new URL('../../infra/events/golden-events.tsv', import.meta.url), 'utf8')
/** One event at least of every type that was ever stored. */
const stored: Recorded[] = golden
  .trimEnd()
  .split('\n')
  .map((line, at) => {
    const [stream, revision, id, type, content] = line.split('\t') as [string, string, string, string, string]
    return decode({ id, type, content, stream, revision: Number(revision), position: BigInt(at + 1) })
  })

const meera: Person = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' }
const asha: Person = { id: 'asha', name: 'Asha Rao', role: 'client' }
const at = (minute: number) => `2026-11-16T09:${String(minute).padStart(2, '0')}:00.000Z`

/** Six events of four streams, one a minute, the second of them a mark of reading. */
async function recordSix(events: EventStore) {
  const sent = { type: 'MessageSent', data: { text: 'May the price stand beside each loaf?' } }
  await record(events, 'order-one', { ...sent, by: asha, at: at(0) })
  await record(events, 'order-one', { type: 'ConversationRead', data: { upTo: 0, seen: 0 }, by: meera, at: at(1) })
  await record(events, 'order-two', { type: 'StepToggled', data: { step: 1, done: true }, by: meera, at: at(2) })
  await record(events, 'lead-one', { type: 'LeadMoved', data: { stage: 'won' }, by: meera, at: at(3) })
  await record(events, 'order-two', { type: 'OrderCompleted', data: {}, by: meera, at: at(4) })
  return record(events, 'order-one', { ...sent, by: asha, at: at(5) })
}

async function followed() {
  const { events, documents } = await testStores()
  const { position } = await recordSix(events)
  const { activity, close } = await startProjections(events, documents, (error) => {
    throw error
  })
  await activity.reached(position, 5_000)
  /** The minutes of the lines that a filter finds, read in pages. */
  const minutes = async (filter: ActivityFilter, limit = 50) => {
    const found: number[] = []
    let after: string | undefined
    do {
      const { rows, next } = await listActivity(activity, filter, { limit, after })
      found.push(...rows.map(({ id }) => Number(id.slice(14, 16))))
      after = next
    } while (after !== undefined)
    return found
  }
  return { activity, minutes, close, documents }
}

describe('the activity', () => {
  // spec: 11.17
  it('is about every event that was ever stored, in a sentence', () => {
    for (const event of stored) {
      expect([event.type, kindOf(event)]).not.toContain('store.unknown')
      expect([event.type, subjectOf(event.stream).of]).not.toContain('other')
      if (!event.stream.startsWith('order-'))
        expect(activitySentence(event), event.type).not.toMatch(/not know|undefined/)
    }
  })

  it('says no secret, digest, address or name', () => {
    const others = stored.filter(({ stream }) => !stream.startsWith('order-'))
    const said = others.map(activitySentence).join('\n')
    const secrets = others.flatMap(({ data }) =>
      Object.entries(data as object).filter(([name]) =>
        /hash|secret|digest|token|code|email|phone|endpoint|url/i.test(name),
      ),
    )
    expect(secrets.length).toBeGreaterThan(20)
    for (const [, value] of secrets) if (typeof value === 'string') expect(said).not.toContain(value)
  })

  // spec: 11.16
  it('is there by topic, actor and time, the latest first, whatever the size of a page', async () => {
    const { minutes, close } = await followed()
    const questions: [ActivityFilter, number[]][] = [
      [{}, [5, 4, 3, 2, 0]],
      [{ withQuiet: true }, [5, 4, 3, 2, 1, 0]],
      [{ topic: 'orders' }, [5, 4, 2, 0]],
      [{ topic: 'orders', withQuiet: true }, [5, 4, 2, 1, 0]],
      [{ topic: 'orders.reading' }, [1]],
      [{ topic: 'leads' }, [3]],
      [{ topic: 'visits' }, []],
      [{ actor: 'meera' }, [4, 3, 2]],
      [{ actor: 'meera', withQuiet: true }, [4, 3, 2, 1]],
      [{ actor: 'meera', topic: 'orders' }, [4, 2]],
      [{ actor: 'asha', topic: 'orders.messages' }, [5, 0]],
      [{ from: at(2), to: at(4) }, [3, 2]],
      [{ actor: 'meera', from: at(3) }, [4, 3]],
      [{ to: at(0) }, []],
    ]
    for (const [filter, expected] of questions) {
      for (const limit of [1, 2, 50]) expect([filter, await minutes(filter, limit)]).toEqual([filter, expected])
    }
    await close()
  })

  it('is counted since a time, as far as anybody wants to know', async () => {
    const { activity, close } = await followed()
    expect(await Promise.all([countActivity(activity, at(2), 100), countActivity(activity, at(0), 3)])).toEqual([4, 3])
    await close()
  })

  // spec: 11.16
  it('has nothing in it by which a person is known but the id', async () => {
    const { activity, close } = await followed()
    const { documents } = await activity.collection.find()
    expect(Object.keys(documents[0]!).sort()).toEqual(['actor', 'id', 'kind', 'revision', 'stream'])
    expect(JSON.stringify(documents)).not.toMatch(/Asha|Meera|loaf/)
    await close()
  })
})

describe('a topic', () => {
  it.each<[ActivityTopic | undefined, boolean, string[]]>([
    [undefined, false, ['orders.money', 'leads.requests']],
    ['orders', false, ['orders.money']],
    ['orders', true, ['orders.money', 'orders.reading']],
    ['orders.reading', false, ['orders.reading']],
    ['visits', false, ['visits.funnel']],
  ])('%s, with what is quiet: %s', (topic, withQuiet, expected) => {
    const kinds = ['orders.money', 'orders.reading', 'leads.requests', 'visits.funnel'] as const
    expect(kinds.filter((kind) => isOfTopic(kind, topic, withQuiet))).toEqual(expected)
  })
  it('has a name of its own', () => expect(new Set(activityTopics).size).toBe(activityTopics.length))
})
