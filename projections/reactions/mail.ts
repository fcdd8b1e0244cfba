import {
  type Account,
  type AccountEvent,
  accounts,
  anonymous,
  isActive,
  isAddressProven,
  nameInMail,
} from '#domain/account/account.ts'
import { addressProofLifetime } from '#domain/account/prove-address.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { type OrderEvent, orders } from '#domain/order/order.ts'
import { addressProofs } from '#infra/address-proof.ts'
import { createBreaker } from '#infra/breaker.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { ComposeMail } from '#infra/mail/compose.ts'
import type { Mail, Mailer } from '#infra/mail/mailer.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { changesIn } from './changes.ts'
import { createNotifications, isStillWanted, type RecipientDirectory } from './notification.ts'
import type { Reaction } from './reaction.ts'
import { type Plan, RetryAt } from './tasks.ts'

type WelcomeWork = { kind: 'welcome'; fact: string; personId: string }
type PasswordWork = { kind: 'password'; fact: string; personId: string }
type FactorWork = { kind: 'factor'; fact: string; personId: string }
type ResetFactorWork = { kind: 'factor reset'; fact: string; personId: string; by: string }
type NotificationWork = {
  kind: 'news'
  fact: string
  personId: string
  orderId: string
  title: string
  sentence: string
  by: string
  /** Milliseconds since 1970. */
  at: number
}
type Work = WelcomeWork | PasswordWork | FactorWork | ResetFactorWork | NotificationWork

const minute = 60_000
/** A mail waits until nothing has happened for so long … */
const quietMs = 2 * minute
/** … but not for longer than this after the first that happened. */
const maxDelayMs = 10 * minute
/** For how long a mail server is left in peace that fails again and again: it is the only one, and tried by one mail. */
const pauses = { firstPauseMs: 5_000, longestPauseMs: minute }

type Dependencies = {
  events: Pick<EventStore, 'read'>
  mailer: Mailer
  directory: RecipientDirectory
  url: string
  compose: ComposeMail
  /** The server's own secret, which signs the links by which addresses are confirmed. */
  secret: string
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Mails: a welcome to a new client; to whoever has a new password or a second factor, that it is so; to whoever lost a second factor by an admin's hand, that it is off; and to the other
 * side what happened on an order, a burst in one mail. Of orders not to people who chose no mails, and nothing they have
 * seen: they have the page open, or have read the conversation. A mail server that fails again and again is left in peace for
 * a while.
 */
export function mailReaction({ events, mailer, directory, url, compose, secret, now }: Dependencies): Reaction<Work> {
  const proofs = addressProofs(secret)
  const notificationOf = createNotifications(events, directory)
  const groupOf = (personId: string, orderId: string) => `${personId} ${orderId}`
  const breaker = createBreaker(now, pauses)

  /** One server carries all mails: while it does not answer they wait, and not each of them for its answer. */
  async function send(mail: Mail): Promise<void> {
    const paused = breaker.pausedUntil('mail')
    if (paused !== undefined) throw new RetryAt(paused)
    try {
      await mailer.send(mail)
      breaker.succeeded('mail')
    } catch (error) {
      if (error instanceof Unavailable) breaker.failed('mail')
      else breaker.succeeded('mail')
      throw error
    }
  }

  async function planNotification(event: Recorded<OrderEvent>, orderId: string): Promise<Plan<Work> | undefined> {
    if (event.type === 'ConversationRead') return { drop: [groupOf(event.by.id, orderId)] }
    const notification = await notificationOf(event)
    if (!notification) return undefined
    const { title, sentence, recipients } = notification
    const at = Date.parse(event.at)
    const tasks = recipients.map((personId) => ({
      id: `${event.id} ${personId}`,
      group: groupOf(personId, orderId),
      due: at + quietMs,
      latest: at + maxDelayMs,
      work: {
        kind: 'news',
        fact: event.id,
        personId,
        orderId,
        title,
        sentence,
        by: event.by.name,
        at,
      } as const,
    }))
    return { tasks }
  }

  async function sendNotification(all: readonly NotificationWork[]): Promise<void> {
    const { personId, orderId } = all[0]!
    const account = await directory.account(personId)
    if (!isActive(account)) return
    const news = all.filter((each) => isStillWanted('mail', account, each, directory))
    if (news.length === 0) return
    // The title has the name in it that the client gave.
    const order = isAddressProven(account) ? news.at(-1)!.title : 'Your project'
    const values = { name: nameInMail(account), order, link: `${url}/order-detail/${orderId}` }
    const mail = await compose('orderChanged', { ...values, ...changesIn(news) }, url)
    const key = `news ${personId} ${news[0]!.fact} ${news.at(-1)!.fact}`
    await send({ to: account.email, ...mail, key })
  }

  /** Mails a person what happened to their account. */
  async function sendToAccount(work: Exclude<Work, NotificationWork>): Promise<void> {
    const account = await directory.account(work.personId)
    if (account.email === '') return // erased since
    const name = nameInMail(account)
    const mailOf = {
      welcome: () => compose('welcome', { name, link: welcomeLink(account, work.personId) }, url),
      password: () => compose('passwordChanged', { name, link: `${url}/forgot-password` }, url),
      factor: () => compose('secondFactorSetUp', { name, link: `${url}/forgot-password` }, url),
      'factor reset': () =>
        compose('secondFactorReset', { name, admin: 'by' in work ? work.by : '', link: `${url}/settings` }, url),
    }
    await send({ to: account.email, ...(await mailOf[work.kind]()), key: `${work.kind} ${work.fact}` })
  }

  /** Where a welcome leads: the dashboard, by way of confirming the address where nobody has yet. */
  function welcomeLink(account: Account, id: string): string {
    if (isAddressProven(account)) return `${url}/dashboard`
    return `${url}/confirm-address/${proofs.tokenFor(id, now() + addressProofLifetime)}`
  }

  function planOfAccount({ type, data, id, by, at }: Recorded<AccountEvent>, personId: string): Plan<Work> | undefined {
    const task = (work: Work) => ({ tasks: [{ id, due: Date.parse(at), work }] })
    if (type === 'AccountRegistered' && data.role === 'client') return task({ kind: 'welcome', fact: id, personId })
    if (type === 'PasswordChanged') return task({ kind: 'password', fact: id, personId })
    if (type === 'SecondFactorEnabled') return task({ kind: 'factor', fact: id, personId })
    if (type !== 'SecondFactorDisabled' || by.id === personId || by.id === anonymous.id) return undefined
    return task({ kind: 'factor reset', fact: id, personId, by: by.name })
  }

  return {
    name: 'mail',
    concurrency: 8,
    laneOf: ({ personId }) => personId,
    async plan(event) {
      const orderId = idIn(orders, event.stream)
      if (orderId !== undefined) return planNotification(event as Recorded<OrderEvent>, orderId)
      const personId = idIn(accounts, event.stream)
      return personId === undefined ? undefined : planOfAccount(event as Recorded<AccountEvent>, personId)
    },
    async perform(work) {
      for (const each of work) if (each.kind !== 'news') await sendToAccount(each)
      const news = work.filter((each) => each.kind === 'news')
      if (news.length > 0) await sendNotification(news)
    },
  }
}
