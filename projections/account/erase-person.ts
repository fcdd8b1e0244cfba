import { atelier } from '#domain/account/account.ts'
import { accountCommands, accounts } from '#domain/account/actions.ts'
import { isSubscribed, subscriptionCommands, subscriptions } from '#domain/account/subscription.ts'
import { type Role, streamOf } from '#domain/event.ts'
import { apiKeyCommands, apiKeys } from '#domain/integrations/api-key.ts'
import { leadCommands, leads } from '#domain/lead/actions.ts'
import { orderCommands, orders } from '#domain/order/actions.ts'
import { erasedFilename } from '#domain/order/conversation.ts'
import { erasedAuthorName, personalFieldsOf } from '#domain/personal-data.ts'
import type { AddressBook } from '#infra/address-book.ts'
import { type Change, type Document, type DocumentStore, everyDocument } from '#infra/documents/store.ts'
import { type CommandHandler, isUnchangeable, isUnusable, Stale } from '#infra/events/command-handler.ts'
import { type EventStore, readEvent } from '#infra/events/store.ts'
import { decode } from '#infra/events/stored-event.ts'
import type { FileStore } from '#infra/files/store.ts'
import type { PersonKeys } from '#infra/keys/person-keys.ts'
import type { ParsedMail } from '#infra/mail/eml.ts'
import { removeMails } from '#infra/mail/outbox.ts'
import type { Projections } from '#projections/all.ts'
import { everyFound } from '#projections/every-row.ts'
import { filesWithin } from '#projections/order/files.ts'
import { primaryDocuments } from '#projections/primary-documents.ts'
import { type AuthorOf, type Erased, untilFolded } from '#projections/projection.ts'
import { tasksOf } from '#projections/reactions/tasks.ts'

export type ErasureDependencies = {
  events: EventStore
  documents: DocumentStore
  files: Pick<FileStore, 'remove' | 'quarantine'>
  projections: Pick<Projections, 'orders' | 'files' | 'subscriptions' | 'apiKeys' | 'all' | 'remake'>
  handler: CommandHandler
  keys: Pick<PersonKeys, 'destroy'>
  addresses: Pick<AddressBook, 'forget' | 'givenUpTo'>
  /** The folder of the outbox, where mails are files. */
  outbox?: string | undefined
}

/** How long a read model may take to have what was recorded, in milliseconds. */
const timeoutMs = 30_000

/** The streams of a person: of the account, and of the lead that they were. */
export const streamsOf = (person: string): string[] => [accounts, leads].map((each) => streamOf(each, person))

/** Whether something personal of an account or a lead is stored in clear, as versions before this one did. Throws `DamagedEvent`. */
export async function isInClear(events: Pick<EventStore, 'readStored'>, id: string): Promise<boolean> {
  for (const stream of streamsOf(id)) {
    for await (const event of events.readStored(stream)) {
      if (personalFieldsOf(event.type).length > 0 && !('sealed' in decode(event))) return true
    }
  }
  return false
}

/** Does the parts of some work, the others too where one meets a stream that cannot be changed. `end` throws the first such error. */
function createAttempts() {
  const errors: unknown[] = []
  const hasFailed = () => errors.length > 0
  return {
    async attempt(work: () => Promise<unknown>): Promise<void> {
      await work().catch((error) => {
        if (!isUnchangeable(error)) throw error
        errors.push(error)
      })
    },
    end() {
      if (hasFailed()) throw errors[0]
    },
    hasFailed,
  }
}

type Attempt = ReturnType<typeof createAttempts>['attempt']

/**
 * Erases what is personal of someone whose account says so, everywhere, and resolves to whether it does. Once the erasure is
 * completed no byte of it can be read. Each step can be done again, so that one that was interrupted is begun from the
 * start. Rejects where a step cannot be done: nothing says that it is complete before it is. Where a stream cannot be
 * changed, all others are erased before it rejects.
 */
export async function erasePerson(person: string, dependencies: ErasureDependencies): Promise<boolean> {
  const { handler, keys, projections } = dependencies
  const { state: account } = await handler.load(accounts, person, { current: true })
  if (account.erasing === undefined) return false
  const { attempt, end, hasFailed } = createAttempts()
  // While they can be read.
  const marks = await mailMarksOf(person, account.role, dependencies.events, attempt)
  const isMissingMarks = hasFailed()
  const others: string[] = []
  await attempt(async () => {
    others.push(...(await dependencies.addresses.givenUpTo(person, marks.addresses)))
  })
  // A lead or an invitation of an address that the account took is theirs too.
  for (const other of others) {
    await attempt(async () => {
      if (await isInClear(dependencies.events, other)) return // no key makes it unreadable
      await handler.handle(accountCommands.replayErasure, other, {}, { by: atelier })
      await erasePerson(other, dependencies)
    })
  }
  await eraseStreams(person, dependencies, marks, attempt)
  // Without the key their addresses could not be read any more, by which mails are found.
  if (isMissingMarks) end()
  await attempt(() => dependencies.addresses.forget(person, marks.addresses))
  await keys.destroy(person)
  // What was under way as the account ended, and came after it.
  await eraseStreams(person, dependencies, marks, attempt)
  await keys.destroy(person)
  end()
  // The name of an admin stands in what they did for others.
  if (account.role === 'admin') await projections.remake()
  return true
}

/**
 * Leaves no byte of people whom `erasePerson` has erased, and records that. `compacted` is called with how long nothing was
 * answered meanwhile, in milliseconds, also where that failed.
 */
export async function completeErasures(
  people: Iterable<string>,
  dependencies: ErasureDependencies,
  compacted = (_tookMs: number) => {},
): Promise<void> {
  const { handler, documents } = dependencies
  await caughtUp(dependencies) // what is replaced later would leave its bytes
  const begun = performance.now()
  await documents.compact().finally(() => compacted(performance.now() - begun))
  for (const person of people) await handler.handle(accountCommands.completeErasure, person, {}, { by: atelier })
  handler.clear()
}

/** The orders, the lead, the devices and the keys of a person, and what is kept of them that is no event. */
async function eraseStreams(
  person: string,
  dependencies: ErasureDependencies,
  marks: MailMarks,
  attempt: Attempt,
): Promise<void> {
  const { handler, events, documents, outbox, projections } = dependencies
  await caughtUp(dependencies)
  const ids: string[] = []
  for await (const { id } of rowsOf(projections.orders, { openedFor: person })) ids.push(id)
  for (const id of ids) await attempt(() => eraseOrder(id, dependencies))
  await attempt(async () => {
    const { state: lead } = await handler.load(leads, person, { current: true })
    if (lead.submissions > 0) await handler.handle(leadCommands.eraseLead, person, { leadId: person }, { by: atelier })
  })
  for await (const { id } of rowsOf(projections.subscriptions, { personId: person })) {
    await attempt(async () => {
      const { state } = await handler.load(subscriptions, id, { current: true })
      if (!isSubscribed(state)) return
      const by = { id: state.personId, name: '', role: 'client' } as const
      await handler.handle(subscriptionCommands.unsubscribe, id, { because: 'logged out' }, { by })
    })
  }
  for await (const { id } of rowsOf(projections.apiKeys, { ownerId: person, state: 'in use' })) {
    await attempt(async () => {
      const { state } = await handler.load(apiKeys, id, { current: true })
      if (state.revokedAt === undefined) await handler.handle(apiKeyCommands.revokeApiKey, id, { id }, { by: atelier })
    })
  }
  await caughtUp(dependencies) // what tells of orders is dropped as it hears of it
  await eraseDocuments({ person, orders: ids }, documents, (...place) => authorOf(events, ...place))
  if (outbox) await eraseMails({ person, orders: ids }, outbox, marks)
}

/** Waits until the read models know what was recorded. Throws `Unavailable` while they do not get there. */
async function caughtUp({ events, projections }: ErasureDependencies): Promise<void> {
  const end = await events.end()
  for (const model of projections.all) await untilFolded(model, end, timeoutMs)
}

/** Removes an order's files, and takes the client out of it. Begins again where something was recorded in it meanwhile. */
async function eraseOrder(orderId: string, dependencies: ErasureDependencies): Promise<void> {
  const { events, files, handler, projections } = dependencies
  let expectedRevision = -1
  const names = new Set<string>()
  try {
    for await (const { data, revision } of events.read(streamOf(orders, orderId))) {
      expectedRevision = revision
      for (const { filename } of filesWithin(data)) if (filename !== erasedFilename) names.add(filename)
    }
  } finally {
    // Where the key is gone already, as after a restore, or an event is damaged, the events do not say it any more.
    for await (const { id } of rowsOf(projections.files, { orderId })) names.add(id)
    for (const name of names) {
      await files.remove(name)
      await files.quarantine.remove(name)
    }
  }
  const input = { orderId, files: [...names] }
  try {
    await handler.handle(orderCommands.eraseClient, orderId, input, { by: atelier, expectedRevision })
  } catch (error) {
    if (!(error instanceof Stale)) throw error
    await eraseOrder(orderId, dependencies)
  }
}

const rowsOf = <Name extends 'orders' | 'files' | 'subscriptions' | 'apiKeys'>(
  model: Projections[Name],
  where: Record<string, string>,
) => everyFound<Document>(model, { where })

/** Returns the author of what is recorded at a place. Undefined where there is nothing, or nothing that can be read. */
async function authorOf(events: EventStore, stream: string, revision: number): Promise<string | undefined> {
  try {
    return (await readEvent(events, stream, revision))?.by.id
  } catch (error) {
    if (!isUnusable(error)) throw error
    return undefined
  }
}

/**
 * Returns this person’s marks in mails, as far as they can still be read: their addresses. An admin's names count too,
 * which stand in mails about others' orders.
 */
async function mailMarksOf(person: string, role: Role, events: EventStore, attempt: Attempt): Promise<MailMarks> {
  const names = new Set<string>()
  if (role === 'admin') {
    for await (const { data, type } of events.read(streamOf(accounts, person))) {
      const { name } = (data ?? {}) as { name?: unknown }
      const isName = type === 'AccountRegistered' || type === 'ProfileChanged'
      if (isName && typeof name === 'string' && name !== erasedAuthorName) names.add(name)
    }
  }
  return { addresses: await addressesOf(person, events, attempt), names }
}

/** The addresses in the events of a person's account and lead, as far as they can still be read: all that they ever had. */
export async function addressesOf(
  person: string,
  events: Pick<EventStore, 'read'>,
  attempt: Attempt = (work) => work().then(() => {}),
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const stream of streamsOf(person)) {
    await attempt(async () => {
      for await (const { data } of events.read(stream)) {
        const { email } = (data ?? {}) as { email?: unknown }
        if (typeof email === 'string' && email.includes('@')) found.add(email)
      }
    })
  }
  return found
}

/** A planned notification: its recipient, its order, and who did it. */
type PlannedTask = Document & { topic?: string; author?: string; items: { work: { personId?: string } }[] }

/** How many documents are removed in one write. */
const atOnce = 500

/** Removes what is kept of a person that is neither an event nor made of any. */
async function eraseDocuments(erased: Erased, documents: DocumentStore, authorOf: AuthorOf): Promise<void> {
  const { person, orders } = erased
  const changes: Change[] = []
  const remove = async (collection: string, id: string) => {
    changes.push({ collection, remove: id })
    if (changes.length >= atOnce) await documents.write(changes.splice(0))
  }
  for (const { collection, idsOf } of primaryDocuments) {
    for await (const id of idsOf(erased, documents, authorOf)) await remove(collection, id)
  }
  // The reactions drop them too, when they hear of it: here, so that none is left where they are not running yet.
  for (const collection of ['mail', 'push'].map(tasksOf)) {
    for await (const { id, topic, author, items } of everyDocument<PlannedTask>(documents, collection)) {
      const toThem = items.some(({ work }) => work.personId === person)
      if (toThem || author === person || (topic !== undefined && orders.includes(topic))) await remove(collection, id)
    }
  }
  await documents.write(changes)
}

/** The marks of a person in mails: the addresses that were ever theirs, and their names in mails about others. */
type MailMarks = { addresses: ReadonlySet<string>; names: ReadonlySet<string> }

/** Finds a text in lower case where no character of `before` and nothing of `after` makes it a part of a longer one. */
const wholeWord = (text: string, before: string, after: string): RegExp =>
  new RegExp(`(?<![${before}])${text.toLowerCase().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?!${after})`, 'u')

/** Removes the mails of an outbox that went to a person, or that tell of them or of their orders to anyone. */
async function eraseMails({ person, orders }: Erased, outbox: string, { addresses, names }: MailMarks): Promise<void> {
  const ids = [person, ...orders].map((id) => id.toLowerCase())
  const words = [
    ...[...addresses].map((address) => wholeWord(address, '\\p{L}\\p{N}._+-', '[\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}]')),
    ...[...names].map((name) => wholeWord(name, '\\p{L}\\p{M}\\p{N}', '[\\p{L}\\p{M}\\p{N}]')),
  ]
  const concerns = ({ headers, subject, text, html }: ParsedMail) => {
    const all = [...headers.map(([, value]) => value), subject, text, html].join('\n').toLowerCase()
    return ids.some((id) => all.includes(id)) || words.some((word) => word.test(all))
  }
  await removeMails(outbox, concerns)
}
