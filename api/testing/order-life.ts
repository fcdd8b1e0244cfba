import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { NewEvent, Person } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { defaultQuestions, defaultSteps } from '#domain/questionnaire/default.ts'
import { openSqliteEvents } from '#infra/events/sqlite.ts'

const hour = 60 * 60 * 1_000
const first = Date.parse('2025-06-02T03:30:00Z')

/** How many events of an order's life are of one day. */
const perDay = 100

/**
 * Records the life of an order of so many events in a folder that no server has open: messages for the most part, by both
 * sides, marks of reading, files, prices, steps and names among them, a hundred a day.
 */
export async function recordOrderLife(
  dataDir: string,
  { orderId, client, admin, length }: { orderId: string; client: Person; admin: Person; length: number },
): Promise<void> {
  const events = openSqliteEvents(join(dataDir, 'events.db'))
  const life = Array.from({ length }, (_, revision) => eventAt(revision, client, admin))
  for (let at = 0; at < length; at += 1_000) {
    await events.append(`order-${orderId}`, at - 1, life.slice(at, at + 1_000))
  }
  await events.close()
}

function eventAt(revision: number, client: Person, admin: Person): NewEvent<OrderEvent> {
  const [day, nth] = [Math.floor(revision / perDay), revision % perDay]
  const at = new Date(first + day * 24 * hour + (nth * 9 * hour) / perDay).toISOString()
  const happened = whatHappened(revision, client)
  const isClients = revision === 0 || (happened.type === 'MessageSent' && revision % 2 === 1)
  return { id: randomUUID(), at, by: isClients ? client : admin, ...happened }
}

function whatHappened(revision: number, client: Person): OrderEvent {
  if (revision === 0) {
    const title = `${client.name} #1`
    const [steps, questions] = [defaultSteps, defaultQuestions]
    return { type: 'OrderOpened', data: { clientId: client.id, number: 1, title, steps, questions } }
  }
  if (revision % 1_000 === 500) return { type: 'OrderRenamed', data: { title: `Bakery, draft ${revision}` } }
  if (revision % 500 === 250) {
    return { type: 'InvoiceRevised', data: { paid: 0, actual: 4_500_000 + revision * 100, revisions: 0 } }
  }
  if (revision % 600 === 300) {
    const turn = (revision - 300) / 600
    return { type: 'StepToggled', data: { step: defaultSteps[turn % defaultSteps.length]!.id, done: true } }
  }
  if (revision % 400 === 200) {
    const [filename, originalName] = [`${'f'.repeat(20)}${revision}.txt`, `door-${revision}.txt`]
    const file = { filename, originalName, size: 20, fileType: 'text' as const }
    return { type: 'FileShared', data: { file, caption: `The door, ${revision}` } }
  }
  // Of what a client wrote until then: every second event is a message of theirs, but for one in fifty.
  const seen = 1 + Math.floor(revision / 2) - Math.floor(revision / 50)
  if (revision % 50 === 49) return { type: 'ConversationRead', data: { upTo: revision - 1, seen } }
  return { type: 'MessageSent', data: { text: `Line ${revision + 1}: may the price stand beside each loaf?` } }
}
