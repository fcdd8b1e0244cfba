import { type Account, isActive, nameInMail, notificationsOf } from '#domain/account/account.ts'
import { formatMoney } from '#domain/money.ts'
import { payableNow } from '#domain/order/instalments.ts'
import type { Order } from '#domain/order/order.ts'
import { dayIn, dayInWords, endOfDay } from '#domain/time-zone.ts'
import { dueBy } from '#domain/words/due.ts'
import type { Change, Document, DocumentStore } from '#infra/documents/store.ts'
import { type Mailing, planByKind, type Reaction } from './reaction.ts'
import type { Plan } from './tasks.ts'

/** `due`: what it is about, by when that is to be paid; `days`: how many days after it, negative before it. */
type Work = { orderId: string; due: string; days: number }

const dayMs = 24 * 60 * 60 * 1000
/** When a client is reminded: so many days after what is due, or before it. */
const reminderDays = [-2, 1, 7]
/** The kinds of events that change what is due. */
const kinds: readonly string[] = ['money', 'steps', 'proposal', 'project', 'designs']

/** What a client was reminded of last, by the order and the days: its id. */
type SentReminder = Document & { due: string }
/** Where that is kept: a zone further west would let it be due again. */
export const sentReminderCollection = 'sent_reminders'

type Dependencies = Mailing & {
  documents: Pick<DocumentStore, 'collection'>
  /** Whether anyone is reminded at all: looked at when a reminder is due, as it may be turned on or off until then. */
  on: boolean
  load(orderId: string): Promise<Order>
  account(id: string): Promise<Account>
  timeZone(): Promise<string>
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Reminds clients of what is due: two days before, and one and seven days after the due date. What is paid, reported or closed
 * by then is reminded of no more, and a date that has moved is forgotten. What is past when it is planned is not made up for.
 * Neither is what an outage has held up until it is untrue, or the next one is due.
 */
export const reminderReaction = (dependencies: Dependencies): Reaction<Work> => ({
  name: 'reminders',
  fromFirst: true,
  plan: planByKind(kinds, (orderId) => planFor(orderId, dependencies)),
  async perform(all) {
    const changes: Change[] = []
    for (const work of dependencies.on ? all : []) {
      if (!(await remind(work, dependencies))) continue
      const id = `${work.orderId} ${work.days}`
      const revision = ((await sentIn(dependencies).get(id))?.revision ?? 0) + 1
      const put: SentReminder = { id, revision, due: work.due }
      changes.push({ collection: sentReminderCollection, put })
    }
    return changes
  },
})

async function planFor(orderId: string, dependencies: Dependencies): Promise<Plan<Work>> {
  const due = dueOf(await dependencies.load(orderId))?.due
  if (due === undefined) return { drop: [{ topic: orderId }] }
  const time = timeOf(due, await dependencies.timeZone())
  const toCome = reminderDays
    .map((days) => ({ days, group: `${orderId} ${days}`, at: time + days * dayMs }))
    .filter(({ at }) => at > dependencies.now())
  const sent = await sentIn(dependencies).getMany(toCome.map(({ group }) => group))
  const tasks = toCome
    .filter(({ group }) => !sent.some((each) => each.id === group && each.due === due))
    .map(({ days, group, at }) => ({
      ...{ id: `${orderId} ${due} ${days}`, group, topic: orderId, due: at },
      work: { orderId, due, days },
    }))
  // One that is past and not sent yet goes on being tried.
  return { drop: tasks.map(({ group }) => ({ group })), tasks }
}

const sentIn = ({ documents }: Dependencies) => documents.collection<SentReminder>(sentReminderCollection)

const dueOf = (order: Order) => (order.status === 'open' ? payableNow(order) : undefined)

/** An instant at which something is due, in milliseconds since 1970; of a day of the agency’s it is noon. */
const timeOf = (due: string, timeZone: string): number =>
  due.includes('T') ? Date.parse(due) : endOfDay(timeZone, due) - dayMs / 2

/** Resolves to whether a mail was sent. */
async function remind({ orderId, due, days }: Work, { load, account, ...parts }: Dependencies): Promise<boolean> {
  const order = await load(orderId)
  const payable = dueOf(order)
  if (payable?.due !== due) return false
  const timeZone = await parts.timeZone()
  const time = timeOf(due, timeZone)
  const until = days < 0 ? 0 : reminderDays.find((each) => each > days)
  if (until !== undefined && time + until * dayMs <= parts.now()) return false
  const client = await account(order.clientId)
  if (!isActive(client) || !notificationsOf(client).mail) return false
  const dayOf = (each: string) => dayIn(timeZone, timeOf(each, timeZone))
  const values = {
    name: nameInMail(client),
    amount: formatMoney(dueBy(payable, { day: dayOf, isPast: () => false })),
    day: dayInWords(dayOf(due)),
    link: `${parts.url}/order-detail/${orderId}?tab=payment`,
  }
  const mail = await parts.compose(days < 0 ? 'paymentDue' : 'paymentOverdue', values, parts.url)
  await parts.mailer.send({ to: client.email, ...mail, key: `reminder ${orderId} ${due} ${days}` })
  return true
}
