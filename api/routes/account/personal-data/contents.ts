import { LRUCache } from 'lru-cache'
import type { AppContext } from '#api/app-context.ts'
import { type Account, isAddressProven, notificationsOf } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import type { DownloadedOrder, PersonalDownload } from '#domain/account/personal-download.ts'
import { NotFound } from '#domain/command.ts'
import { evolved, ownedLists, type Recorded, streamOf } from '#domain/event.ts'
import { changesNothingElse } from '#domain/history/timeline.ts'
import { leads } from '#domain/lead/actions.ts'
import { toWireRupees } from '#domain/money.ts'
import { fileName } from '#domain/one-line.ts'
import { forClient, isPlaceholder, type OrderEvent, orders, sentence } from '#domain/order/actions.ts'
import { filesOf } from '#domain/order/conversation.ts'
import type { Order } from '#domain/order/order.ts'
import { reviewFiles } from '#domain/order/review.ts'
import { shownQuestions } from '#domain/questionnaire/applicable-questions.ts'
import type { Answer, FileAnswer } from '#domain/questionnaire/question.ts'
import { agencies } from '#domain/settings/agency.ts'
import { agencyId, agencyName } from '#domain/settings/brand.ts'
import { loadUsable } from '#infra/events/command-handler.ts'
import { devicesOf } from '#projections/account/subscriptions.ts'
import { everyFound } from '#projections/every-row.ts'

/** The sources of a download. `orderOf` reads an order as it is now without its messages: those may be many. */
export type ArchiveContext = Pick<AppContext, 'projections' | 'events'> & {
  orderOf(id: string): Promise<{ order: Order; stored: readonly DownloadedFile[] }>
}

/** How many orders of a download are cached: each is read several times. */
const maxCachedOrders = 50
/** How many files are looked up at a time. */
const statsAtOnce = 20

/** Reads orders without their messages, each from its events, with its stored files. It throws what these throw. */
export function orderReader({ events, files }: Pick<AppContext, 'events' | 'files'>): ArchiveContext['orderOf'] {
  async function fetchMethod(id: string) {
    const order = await withoutMessages(events, id)
    return { order, stored: await filesOfOrder(order, files) }
  }
  const cache = new LRUCache<string, Awaited<ReturnType<typeof fetchMethod>>>({ max: maxCachedOrders, fetchMethod })
  return (id) => cache.forceFetch(id)
}

async function withoutMessages(events: AppContext['events'], id: string): Promise<Order> {
  let order = orders.initial
  const lists = ownedLists()
  for await (const recorded of events.read(streamOf(orders, id))) {
    const event = recorded as Recorded<OrderEvent>
    if (!changesNothingElse(event)) order = evolved(orders, order, event, lists)
  }
  return order
}

/** A file of a download: where it is kept, and where it is in the archive. */
type DownloadedFile = { filename: string; path: string; at: string }

/** Returns all data of a person but their orders. Throws `NotFound`. */
export async function profileOf(
  { handler, projections, now }: Pick<AppContext, 'handler' | 'projections' | 'now'>,
  id: string,
): Promise<Omit<PersonalDownload, 'orders'>> {
  const [{ state: account }, { state: lead }, row, devices, { state: agency }] = await Promise.all([
    handler.load(accounts, id),
    handler.load(leads, id),
    projections.accounts.collection.get(id),
    devicesOf(projections.subscriptions, id),
    loadUsable(handler, agencies, agencyId),
  ])
  if (!row) throw new NotFound('This account doesn’t exist')
  const { name, email, phone, role } = account
  const { years, employees, roles, customers, answers } = lead
  return {
    made: new Date(now()).toISOString(),
    agency: agencyName(agency),
    profile: {
      ...{ id, name, email, phone, role, since: row.since },
      addressConfirmed: isAddressProven(account),
      secondFactor: account.secondFactor !== undefined,
    },
    sessions: sessionsOf(account),
    notifications: notificationsOf(account),
    devices: devices.map(({ device, since, endpoint }) => ({ name: device, since, endpoint })),
    ...(lead.submissions > 0
      ? {
          request: {
            ...{ name: lead.name, email: lead.email, phone: lead.phone },
            ...{ first: lead.firstAt, last: lead.submittedAt },
            ...withoutUndefined({ years, employees, roles, customers, answers }),
          },
        }
      : {}),
  }
}

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T

const sessionsOf = ({ sessions, devices = {} }: Account): PersonalDownload['sessions'] =>
  Object.entries(sessions).map(([id, since]) => {
    const device = devices[id]
    return device === undefined ? { since } : { since, device }
  })

/** The ids of a person's orders, the first one first. */
export const orderIdsOf = async function* ({ projections }: Pick<AppContext, 'projections'>, clientId: string) {
  const rows = everyFound(projections.orders, { where: { clientId }, sort: [['openedAt', 'asc']] })
  for await (const { id } of rows) yield id
}

/** The files of an order that are kept, each once, with a place in the archive of its own. */
async function filesOfOrder(order: Order, files: Pick<AppContext['files'], 'stat'>): Promise<DownloadedFile[]> {
  const found: DownloadedFile[] = []
  const taken = new Set<string>()
  const folder = `files/${order.number} ${pathPart(order.title)}`
  const named = [...Map.groupBy(namedIn(order), ({ filename }) => filename).values()].map(([first]) => first!)
  for (let at = 0; at < named.length; at += statsAtOnce) {
    const some = named.slice(at, at + statsAtOnce)
    const stats = await Promise.all(some.map(({ filename }) => files.stat(filename)))
    for (const [nth, { filename, originalName, size }] of some.entries()) {
      const stat = stats[nth]
      if (!stat) continue
      const isWhole = size === undefined || size === stat.size
      const name = free(pathPart(isWhole ? originalName : `damaged - ${originalName}`), taken)
      taken.add(name.toLowerCase())
      found.push({ filename, path: `${folder}/${name}`, at: stat.storedAt })
    }
  }
  return found
}

function* namedIn(order: Order): Generator<FileAnswer> {
  for (const { answer } of order.questions) if (isFile(answer)) yield answer
  for (const { file, before } of filesOf(order.conversation)) {
    for (const earlier of before) yield earlier.file
    yield file
  }
  yield* reviewFiles(order)
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
  const { order, stored } = await context.orderOf(id)
  const paths = new Map(stored.map(({ filename, path }) => [filename, path]))
  const file = ({ filename, originalName }: { filename: string; originalName: string }, by: string, at: string) => {
    const path = paths.get(filename)
    return { name: originalName, by, at, ...(path === undefined ? {} : { path }) }
  }
  const { number, title, status, openedAt, closedAt, proposal, invoice } = order
  return {
    ...{ id, number, title, status, opened: openedAt, ...(closedAt ? { closed: closedAt } : {}) },
    answers: shownQuestions(order.questions).map(({ question, answer }) => ({
      question,
      answer: isFile(answer) ? file(answer as never, 'you', openedAt) : (answer as string | string[] | null),
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
    files: [
      ...filesOf(order.conversation).flatMap(({ file: latest, caption, by, at, replacedAt, before }) => [
        ...before.map((earlier) => file(earlier.file, by.name, earlier.at)),
        { ...file(latest, by.name, replacedAt ?? at), caption },
      ]),
      ...order.designs.flatMap(({ files = [], by, at, note }) =>
        files.map((each) => ({ ...file(each, by, at), ...(note ? { caption: note } : {}) })),
      ),
      ...order.rounds.flatMap(({ points, by, at }) =>
        points.flatMap(({ picture, text }) => (picture ? [{ ...file(picture, by, at), caption: text }] : [])),
      ),
    ],
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

/** Streams the events of an order, in sentences, as its client sees them. */
export async function* historyOf(
  { orderOf, events }: Pick<ArchiveContext, 'orderOf' | 'events'>,
  id: string,
): AsyncGenerator<DownloadedOrder['history'][number]> {
  const { order } = await orderOf(id)
  for await (const recorded of events.read(streamOf(orders, id))) {
    const event = forClient(recorded as Recorded<OrderEvent>)
    if (isPlaceholder(event)) continue
    yield { at: event.at, by: event.by.name, what: sentence(event, order) }
  }
}
