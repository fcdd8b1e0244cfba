import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { NewEvent } from '#domain/event.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'

/** How much there is in a store that was used for years. */
const size = { history: 50_000, messages: 100_000, clients: 5_000, orders: 20_000 }
/** How many events are appended at once, and to how many streams. */
const atOnce = 1_000

const meera = { id: 'meera', name: 'Meera Kulkarni', role: 'admin' } as const
const at = '2024-02-01T09:00:00.000Z'
const event = (type: string, data: object, by: NewEvent['by'] = meera): NewEvent => ({
  ...{ id: randomUUID(), type, data, by, at },
})

/**
 * Makes the store of a folder that no server has open a large one: an order that is there gets a long history, another
 * one many messages, and there are many clients with orders, who want no mails.
 */
export async function enlargeStore(
  dataDir: string,
  { history, talk }: { history: string; talk: string },
): Promise<void> {
  const events = openSqliteEvents(join(dataDir, 'events.db'))
  const prolong = async (orderId: string, length: number, make: (n: number) => NewEvent) => {
    const stream = `order-${orderId}`
    let revision = -1
    for await (const head of events.heads(stream)) revision = head.revision
    for (let done = 0; done < length; done += atOnce) {
      await events.append(
        stream,
        revision + done,
        Array.from({ length: atOnce }, (_, n) => make(done + n)),
      )
    }
  }
  const begin = async (count: number, make: (n: number) => [stream: string, ...NewEvent[]]) => {
    for (let done = 0; done < count; done += atOnce) {
      const streams = Array.from({ length: atOnce }, (_, n) => make(done + n))
      await Promise.all(streams.map(([stream, ...first]) => events.append(stream, -1, first)))
    }
  }
  await prolong(history, size.history, (n) => event('StepToggled', { step: 1 + (n % 8), done: n % 16 < 8 }))
  await prolong(talk, size.messages, (n) =>
    event('MessageSent', {
      text: `${n}: the second picture is still the old one, could you look at it before Friday?`,
    }),
  )
  await begin(size.clients, (n) => {
    const by = { id: `client-${n}`, name: `Asha Rao ${n}`, role: 'client' } as const
    const account = { name: by.name, email: `asha-${n}@example.com`, phone: '+919845012345', passwordHash: 'none' }
    return [
      `account-${by.id}`,
      event('AccountRegistered', { ...account, role: 'client' }, by),
      event('NotificationsChosen', { mail: false, push: false }, by),
    ]
  })
  await begin(size.orders, (n) => {
    const of = { clientId: `client-${n % size.clients}`, number: 1 + Math.floor(n / size.clients) }
    const title = `Asha Rao ${n % size.clients} #${of.number}`
    return [`order-many-${n}`, event('OrderOpened', { ...of, title, steps: defaultSteps, questions: defaultQuestions })]
  })
  await events.close()
}
