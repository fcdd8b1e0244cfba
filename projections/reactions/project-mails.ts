import { type Account, isActive, isAddressProven, nameInMail } from '#domain/account/account.ts'
import { counted, listed } from '#domain/count.ts'
import type { Recorded } from '#domain/event.ts'
import type { Entries } from '#domain/mail/render-mail.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Change, Document, DocumentStore } from '#infra/documents/store.ts'
import type { Mail } from '#infra/mail/mailer.ts'
import { isStillWanted, type NotificationOf, nextOn, type RecipientDirectory, readIn } from './notification.ts'
import type { Mailing } from './reaction.ts'
import { type Plan, RetryAt } from './tasks.ts'

export type NotificationWork = {
  kind: 'news'
  fact: string
  personId: string
  orderId: string
  title: string
  sentence: string
  by: string
  /** Milliseconds since 1970. */
  at: number
  /** Of the order, by the event; missing in what an older version planned. */
  revision?: number
}

const minute = 60_000
/** A mail waits until nothing has happened for so long … */
const quietMs = 2 * minute
/** … but not for longer than this after the first that happened. */
const maxDelayMs = 10 * minute
/** A person gets one mail about projects in so long: what happens meanwhile is in the next one. */
const minIntervalMs = 10 * minute

/** When a person was last sent a mail about projects: milliseconds since 1970. Its id is the person's. */
type LastMail = Document & { at: number }
/** Where that is kept. */
export const lastMailCollection = 'last_mails'

type Dependencies = Pick<Mailing, 'compose' | 'url'> & {
  notificationOf: NotificationOf
  documents: Pick<DocumentStore, 'collection'>
  directory: RecipientDirectory
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Mails to the other side of what happened on its projects: all of it in one mail, once it is quiet, and one mail in ten
 * minutes. About one project it is that project's mail, about several a digest. Not to people who chose no mails, and
 * nothing they have seen by then: they have had the page open, or have read the conversation.
 */
export function projectMails({ notificationOf, documents, directory, url, compose, now }: Dependencies) {
  const lastMails = documents.collection<LastMail>(lastMailCollection)
  const groupOf = (personId: string) => `news ${personId}`
  const linkOf = (orderId: string) => `${url}/order-detail/${orderId}`

  async function plan(event: Recorded<OrderEvent>, orderId: string): Promise<Plan<NotificationWork> | undefined> {
    if (event.type === 'ConversationRead') return { drop: [{ group: groupOf(event.by.id), ...readIn(event, orderId) }] }
    // What is said of it to anyone has the client's words in it.
    if (event.type === 'ClientErased') return { drop: [{ topic: orderId }] }
    const notification = await notificationOf(event)
    if (!notification) return undefined
    const { title, sentence, by, recipients } = notification
    const { revision } = event
    const at = Date.parse(event.at)
    const tasks = recipients.map((personId) => ({
      id: `${event.id} ${personId}`,
      ...{ group: groupOf(personId), topic: orderId, author: event.by.id },
      ...{ due: at + quietMs, latest: at + maxDelayMs },
      work: { kind: 'news', fact: event.id, personId, orderId, title, sentence, by, at, revision } as const,
    }))
    return { tasks }
  }

  /** Throws `RetryAt` while the person had such a mail lately. Answers what is to be noted once it is sent. */
  async function send(
    all: readonly NotificationWork[],
    hand: (letter: () => Promise<Mail>) => Promise<void>,
  ): Promise<readonly Change[]> {
    const { personId } = all[0]!
    const account = await directory.account(personId)
    if (!isActive(account)) return []
    const news = all.filter((each) => isStillWanted('mail', account, each, directory))
    if (news.length === 0) return []
    const last = await lastMails.get(personId)
    const passed = now() - (last?.at ?? 0)
    // A clock that was set back holds nothing up.
    if (last && passed >= 0 && passed < minIntervalMs) throw new RetryAt(last.at + minIntervalMs)
    const key = `news ${personId} ${news[0]!.fact} ${news.at(-1)!.fact}`
    await hand(async () => ({ to: account.email, ...(await composed(account, news)), key }))
    // Erased while it was being sent, they leave no note.
    if (!isActive(await directory.account(personId))) return []
    const put: LastMail = { id: personId, revision: (last?.revision ?? 0) + 1, at: now() }
    return [{ collection: lastMailCollection, put }]
  }

  async function composed(account: Account, news: readonly NotificationWork[]) {
    const name = nameInMail(account)
    // The title has the name in it that the client gave.
    const titleOf = (work: NotificationWork) => (isAddressProven(account) ? work.title : undefined)
    const latest = news.at(-1)!
    if (news.every(({ orderId }) => orderId === latest.orderId)) {
      const next = await nextOn(latest.orderId, account, directory)
      const values = { name, next, link: linkOf(latest.orderId) }
      return compose('orderChanged', { ...values, ...changesIn(news, titleOf(latest)) }, url)
    }
    const nexts = new Map<string, string>()
    for (const { orderId } of news)
      if (!nexts.has(orderId)) nexts.set(orderId, await nextOn(orderId, account, directory))
    const projects = news.map((work) => ({
      ...work,
      ...{ title: titleOf(work) ?? unnamed, link: linkOf(work.orderId), next: nexts.get(work.orderId)! },
    }))
    const list = `${url}/${account.role === 'admin' ? 'orders' : 'dashboard'}`
    return compose('ordersChanged', { name, ...digestOf(projects, list) }, url)
  }

  return { plan, send }
}

/** How many sentences a mail about one project holds: the project’s page has all of them. */
const maxLines = 40

/** A notified event: its sentence, with who did it; empty where it happened by itself. */
type NotifiedEvent = { sentence: string; by: string }

/** What a project is called whose title is not for this address, where a line begins with it. */
const unnamed = 'Your project'

/** The content of a mail about events of a project, oldest first: who did it, all of it in a few words, and each in a line. */
function changesIn(events: readonly NotifiedEvent[], title: string | undefined) {
  const authors = new Set(events.map(({ by }) => by))
  const people = listed([...authors].filter(Boolean))
  const [only] = events
  const project = title ?? 'your project'
  return {
    order: title ?? unnamed,
    news: people ? `${people} made changes to ${project}` : `There is news on ${project}`,
    people: people || 'We',
    summary: events.length === 1 ? only!.sentence : counted(events.length, 'change'),
    changes: latestLines(events, maxLines, authors.size > 1 ? withAuthor : ({ sentence }) => sentence),
  }
}

/** The last of the events, each in a line, below one that counts those left out. */
const latestLines = (
  events: readonly NotifiedEvent[],
  limit: number,
  lineOf: (event: NotifiedEvent) => string,
): string[] => [
  ...(events.length > limit ? [`… and ${counted(events.length - limit, 'earlier change')}`] : []),
  ...events.slice(-limit).map(lineOf),
]

const withAuthor = ({ sentence, by }: NotifiedEvent): string => (by ? `${sentence} (${by})` : sentence)

/**
 * An event of a project: its name, the reader’s link to it, and the time in milliseconds since 1970. It says whose turn it
 * is as the mail is sent.
 */
export type ProjectEvent = NotifiedEvent & { orderId: string; title: string; link: string; at: number; next?: string }

/** How many projects a digest names, and how many sentences of each: their pages have all of them. */
const maxProjects = 25
const maxLinesOfEach = 5

/**
 * The content of a mail about events of several projects, given oldest first. It counts projects and events. Each project
 * is named with its last event, the latest project first. `listLink` is where all of them are.
 */
export function digestOf(events: readonly ProjectEvent[], listLink: string) {
  const projects = [...Map.groupBy(events, ({ orderId }) => orderId).values()]
    .map((all) => ({ all, latest: all.reduce((a, b) => (b.at >= a.at ? b : a)) }))
    .sort((a, b) => b.latest.at - a.latest.at)
  const entries = projects.slice(0, maxProjects).map(({ all, latest: { title, link, next } }) => ({
    says: title,
    link,
    lines: [...latestLines(all, maxLinesOfEach, withAuthor), ...(next ? [next] : [])],
  }))
  const more = projects.length - maxProjects
  if (more > 0) entries.push({ says: `… and ${counted(more, 'more project')}`, link: listLink, lines: [] })
  return {
    projects: counted(projects.length, 'project'),
    summary: counted(events.length, 'change'),
    changes: { entries } satisfies Entries,
    link: listLink,
  }
}
