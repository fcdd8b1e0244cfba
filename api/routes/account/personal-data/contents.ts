import { LRUCache } from 'lru-cache'
import type { AppContext } from '#api/app-context.ts'
import { successEntryOf } from '#api/http/security-log.ts'
import { createAnswersDrafts } from '#api/routes/questionnaire/onboarding.ts'
import { type Account, isAddressProven, notificationsOf, openSessions } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import type { DownloadedEntry, DownloadedOrder, PersonalDownload } from '#domain/account/personal-download.ts'
import { NotFound, withoutUndefined } from '#domain/command.ts'
import { evolved, ownedLists, type Recorded, streamOf } from '#domain/event.ts'
import { activitySentence } from '#domain/history/activity.ts'
import { changesNothingElse } from '#domain/history/timeline.ts'
import { apiKeys } from '#domain/integrations/api-key.ts'
import { leads } from '#domain/lead/actions.ts'
import { toWireRupees } from '#domain/money.ts'
import { fileName } from '#domain/one-line.ts'
import { forClient, isPlaceholder, type OrderEvent, orders, sentence } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { personalFieldsOf } from '#domain/personal-data.ts'
import { shownQuestions } from '#domain/questionnaire/applicable-questions.ts'
import type { Answer, FileAnswer } from '#domain/questionnaire/question.ts'
import { agencyName } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import { addressesOf } from '#projections/account/erase-person.ts'
import { devicesOf } from '#projections/account/subscriptions.ts'
import { everyFound } from '#projections/every-row.ts'
import { filesWithin, shareIdOf } from '#projections/order/files.ts'

/** The sources of a download. `orderOf` reads an order as it is now without its messages: those may be many. */
export type ArchiveContext = Pick<AppContext, 'projections' | 'events' | 'addresses' | 'securityEntries'> & {
  orderOf(id: string): Promise<{ order: Order; files: readonly DownloadedFile[] }>
}

/** How many orders of a download are cached: each is read several times. */
const maxCachedOrders = 50
/** How many files are looked up at a time. */
const statsAtOnce = 20

/** Reads orders without their messages, each from its events, with its files. It throws what these throw. */
export function orderReader({ events, files }: Pick<AppContext, 'events' | 'files'>): ArchiveContext['orderOf'] {
  async function fetchMethod(id: string) {
    const { order, named } = await withoutMessages(events, id)
    return { order, files: await filesOfOrder(order, named, files) }
  }
  const cache = new LRUCache<string, Awaited<ReturnType<typeof fetchMethod>>>({ max: maxCachedOrders, fetchMethod })
  return (id) => cache.forceFetch(id)
}

/**
 * Returns an order without its messages, and every file that it ever named, as it first did. What the agency shared and
 * deleted is not among them: it may have been meant for someone else.
 */
async function withoutMessages(events: AppContext['events'], id: string) {
  let order = orders.initial
  const lists = ownedLists()
  const named = new Map<string, DownloadedFile & { sharedAs: string | undefined; sender: string }>()
  for await (const recorded of events.read(streamOf(orders, id))) {
    const event = recorded as Recorded<OrderEvent>
    for (const file of filesWithin(event.data)) {
      if (named.has(file.filename)) continue
      const { by, at } = event
      const about = { by: by.name, at, caption: captionOf(event, file), sharedAs: shareIdOf(event), sender: by.id }
      named.set(file.filename, { ...file, ...about })
    }
    if (!changesNothingElse(event)) order = evolved(orders, order, event, lists)
  }
  const isTheirs = (sharedAs = '', sender: string) => sender === order.clientId || !order.deleted.includes(sharedAs)
  return { order, named: [...named.values()].filter(({ sharedAs, sender }) => isTheirs(sharedAs, sender)) }
}

/** A file of an order: by whom and when it came, and where it is in the archive unless it is gone. */
type DownloadedFile = FileAnswer & {
  by: string
  at: string
  caption?: string | undefined
  stored?: { path: string; at: string }
}

/** The words that came with a file. */
function captionOf({ type, data }: OrderEvent, file: FileAnswer): string | undefined {
  if (type === 'FileShared' || type === 'FileReplaced') return data.caption
  if (type === 'DraftShared') return data.note
  return type === 'ChangesRequested' ? data.points.find(({ picture }) => picture === file)?.text : undefined
}

/** Returns all data of a person but what may be long. Throws `NotFound`. */
export async function profileOf(
  { handler, projections, documents, now }: Pick<AppContext, 'handler' | 'projections' | 'documents' | 'now'>,
  id: string,
): Promise<Omit<PersonalDownload, 'history' | 'security' | 'orders'>> {
  const [{ state: account }, { state: lead }, row, devices, agency, draft] = await Promise.all([
    handler.load(accounts, id),
    handler.load(leads, id),
    projections.accounts.collection.get(id),
    devicesOf(projections.subscriptions, id),
    loadAgency(handler),
    createAnswersDrafts(documents).of(id),
  ])
  if (!row) throw new NotFound('This account doesn’t exist')
  const { name, email, phone, role } = account
  const { years, employees, roles, customers, answers } = lead
  const unsent = Object.values(draft.answers).map(({ id, answer }) => [id, answer])
  return {
    made: new Date(now()).toISOString(),
    agency: agencyName(agency),
    profile: {
      ...{ id, name, email, phone, role, since: row.since },
      addressConfirmed: isAddressProven(account),
      secondFactor: account.secondFactor !== undefined,
    },
    sessions: sessionsOf(account, now()),
    notifications: notificationsOf(account),
    devices: devices.map(({ device, since, endpoint }) => ({ name: device, since, endpoint })),
    ...(isAddressProven(account) && lead.submissions > 0
      ? {
          request: {
            ...{ name: lead.name, email: lead.email, phone: lead.phone },
            ...{ first: lead.firstAt, last: lead.submittedAt },
            ...withoutUndefined({ years, employees, roles, customers, answers }),
          },
        }
      : {}),
    ...(unsent.length > 0 ? { draft: Object.fromEntries(unsent) } : {}),
  }
}

const sessionsOf = (account: Account, now: number): PersonalDownload['sessions'] =>
  openSessions(account, now).map(([id, since]) => {
    const device = account.devices?.[id]
    return device === undefined ? { since } : { since, device }
  })

/** The ids of a person's orders, the first one first. */
export const orderIdsOf = async function* ({ projections }: Pick<AppContext, 'projections'>, clientId: string) {
  const rows = everyFound(projections.orders, { where: { clientId }, sort: [['openedAt', 'asc']] })
  for await (const { id } of rows) yield id
}

/** Returns the files of an order: those that are stored have a place in the archive, each its own. */
async function filesOfOrder(
  order: Order,
  named: readonly DownloadedFile[],
  files: Pick<AppContext['files'], 'stat'>,
): Promise<DownloadedFile[]> {
  const found: DownloadedFile[] = []
  const taken = new Set<string>()
  const folder = `files/${order.number} ${pathPart(order.title)}`
  for (let at = 0; at < named.length; at += statsAtOnce) {
    const some = named.slice(at, at + statsAtOnce)
    const stats = await Promise.all(some.map(({ filename }) => files.stat(filename)))
    for (const [nth, file] of some.entries()) {
      const { originalName, size } = file
      const stat = stats[nth]
      if (!stat) {
        found.push(file)
        continue
      }
      const isWhole = size === undefined || size === stat.size
      const name = free(pathPart(isWhole ? originalName : `damaged - ${originalName}`), taken)
      taken.add(name.toLowerCase())
      found.push({ ...file, stored: { path: `${folder}/${name}`, at: stat.storedAt } })
    }
  }
  return found
}

const isFile = (answer: Answer): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'filename' in answer

/** A name that every file system takes, and that leads nowhere else. */
const pathPart = (name: string): string =>
  fileName(name.replace(/[<>:"/\\|?*]/g, '-').replace(/^\.+|[. ]+$/g, '')) || 'file'

/** The name, or with a number where it is taken. */
function free(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? []
  let unused = name
  for (let nth = 2; taken.has(unused.toLowerCase()); nth++) unused = `${stem} (${nth})${extension}`
  return unused
}

/** The parts of an order that may be long: they are streamed one by one. */
type Long = 'messages' | 'history'

/** An order as its client is handed it, without what may be long. */
export async function downloadedOrder(context: ArchiveContext, id: string): Promise<Omit<DownloadedOrder, Long>> {
  const { order, files } = await context.orderOf(id)
  const shared = files.map(({ filename, originalName, by, at, caption, stored }) => {
    return { filename, file: withoutUndefined({ name: originalName, by, at, caption, path: stored?.path }) }
  })
  const byName = new Map(shared.map(({ filename, file }) => [filename, file]))
  const { number, title, status, openedAt, closedAt, proposal, invoice } = order
  return {
    ...{ id, number, title, status, opened: openedAt, ...(closedAt ? { closed: closedAt } : {}) },
    answers: shownQuestions(order.questions).map(({ question, answer }) => ({
      question,
      answer: isFile(answer) ? byName.get(answer.filename)! : (answer as string | string[] | null),
    })),
    steps: order.steps.map(({ value, status }) => ({ name: value, done: status === 1 })),
    ...(proposal
      ? {
          proposal: {
            ...{ for: proposal.receiverName, date: proposal.date },
            ...{ problem: proposal.problem, goals: proposal.goals, solution: proposal.solution },
          },
        }
      : {}),
    designs: order.designs.map(({ link, at }) => ({ link, at })),
    invoice: {
      paid: toWireRupees(invoice.paid),
      price: toWireRupees(invoice.actual),
      extraRevisions: invoice.revisions,
    },
    files: shared.map(({ file }) => file),
  }
}

/** Streams the messages of an order. */
export async function* messagesOf(
  { events }: Pick<ArchiveContext, 'events'>,
  id: string,
): AsyncGenerator<DownloadedOrder['messages'][number]> {
  for await (const event of events.read(streamOf(orders, id))) {
    const { type, by, at, data } = event as Recorded<OrderEvent>
    if (type === 'MessageSent') yield { by: by.name, at, text: data.text }
  }
}

/** Streams the events of an order as its client is sent them. The text of a message is in `messagesOf`. */
export async function* historyOf(
  { orderOf, events }: Pick<ArchiveContext, 'orderOf' | 'events'>,
  id: string,
): AsyncGenerator<DownloadedEntry> {
  const { order } = await orderOf(id)
  for await (const recorded of events.read(streamOf(orders, id))) {
    const event = forClient(recorded as Recorded<OrderEvent>)
    if (isPlaceholder(event)) continue
    const data = event.type === 'MessageSent' ? {} : event.data
    yield entryOf(event, order.clientId, sentence(event, order), data)
  }
}

/** The personal fields of accounts that no download has. */
const secrets: ReadonlySet<string> = new Set(['passwordHash', 'secret', 'recoveryCodes', 'code'])

/**
 * Streams what was recorded of a person beside their orders: of the account, of the lead, and of API keys. So are leads and
 * invitations whose address the account took. What was there before the person registered with an address is theirs once
 * they have confirmed it.
 */
export async function* accountHistoryOf(
  { events, projections, addresses }: Pick<ArchiveContext, 'events' | 'projections' | 'addresses'>,
  { id, addressConfirmed }: Pick<PersonalDownload['profile'], 'id' | 'addressConfirmed'>,
): AsyncGenerator<DownloadedEntry> {
  const streams = [streamOf(accounts, id), ...(addressConfirmed ? [streamOf(leads, id)] : [])]
  for await (const key of everyFound(projections.apiKeys, { where: { ownerId: id } })) {
    streams.push(streamOf(apiKeys, key.id))
  }
  for (const other of await addresses.givenUpTo(id, await addressesOf(id, events))) {
    streams.push(streamOf(accounts, other), streamOf(leads, other))
  }
  let isTheirs = addressConfirmed
  for (const stream of streams) {
    for await (const event of events.read(stream)) {
      isTheirs ||= event.type === 'AccountRegistered'
      if (!isTheirs) continue
      const names = personalFieldsOf(event.type).filter((name) => !secrets.has(name))
      const handedOut = Object.entries(event.data as object).filter(([name]) => names.includes(name))
      yield entryOf(event, id, activitySentence(event), Object.fromEntries(handedOut))
    }
  }
}

/** An event as its person is handed it: without the origin of what others did. */
const entryOf = ({ at, by, origin }: Recorded, person: string, what: string, data: object): DownloadedEntry => ({
  ...{ at, by: by.name, what },
  ...(Object.keys(data).length > 0 ? { data: data as Record<string, unknown> } : {}),
  ...(origin && by.id === person ? { origin } : {}),
})

/** What the log says of codes that anyone can ask for, by an address that they type. */
const requestedByAnyone = new Set([successEntryOf('requestOtp')?.what, successEntryOf('requestDeviceCode')?.what])

/**
 * Streams the entries of the security log about a person’s account, without from where others did it, or may have. What
 * was there before the person registered is theirs once they have confirmed their address.
 */
export async function* securityOf(
  { securityEntries }: Pick<ArchiveContext, 'securityEntries'>,
  { id, since, addressConfirmed }: PersonalDownload['profile'],
): AsyncGenerator<PersonalDownload['security'][number]> {
  for await (const { at, lastAt, times, kind, what, by = id, ip, agent } of securityEntries.of(id)) {
    if (at < since && !addressConfirmed) continue
    const origin =
      by === id && kind !== 'refusal' && !requestedByAnyone.has(what) && ip !== undefined
        ? { address: ip, ...withoutUndefined({ browser: agent }) }
        : undefined
    yield { at, last: lastAt, times, what, ...(origin ? { origin } : {}) }
  }
}
