import { type AccountEvent, accounts, isRegistered, notificationsOf } from '#domain/account/account.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { isNotifiable } from '#domain/order/events.ts'
import { type OrderEvent, orders } from '#domain/order/order.ts'
import { type Agency, agencyName } from '#domain/settings/agency.ts'
import type { EventStore } from '#infra/events/store.ts'
import { letter } from '#infra/mail/letter.ts'
import type { Mailer } from '#infra/mail/mailer.ts'
import { type Audience, toldOf } from './audience.ts'
import { newsWords, welcomeWords } from './mail-words.ts'
import type { Reaction } from './reaction.ts'
import type { Plan } from './tasks.ts'
import { createTeller } from './telling.ts'

type Welcome = { kind: 'welcome'; fact: string; personId: string }
type OneNews = {
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
type Work = Welcome | OneNews

const minute = 60_000
/** A mail waits until nothing has happened for so long … */
const quiet = 2 * minute
/** … but not for longer than this after the first that happened. */
const atMost = 10 * minute

type Parts = {
  events: Pick<EventStore, 'read'>
  mailer: Mailer
  audience: Audience
  url: string
  agency(): Promise<Agency>
}

/**
 * Mails: a welcome to whoever registers, and to the other side what happened on an order, a burst in one mail. Not to
 * those who chose no mails, and nothing that somebody has seen: who has the page open, or has read the conversation.
 */
export function mailReaction({ events, mailer, audience, url, agency }: Parts): Reaction<Work> {
  const tell = createTeller(events)
  const groupOf = (personId: string, orderId: string) => `${personId} ${orderId}`

  async function planNews(event: Recorded<OrderEvent>, orderId: string): Promise<Plan<Work> | undefined> {
    if (event.type === 'ConversationRead') return { drop: [groupOf(event.by.id, orderId)] }
    if (!isNotifiable(event)) return undefined
    const { order, sentence } = await tell(event)
    const at = Date.parse(event.at)
    const tasks = (await toldOf(event, order, audience)).map((personId) => ({
      id: `${event.id} ${personId}`,
      group: groupOf(personId, orderId),
      due: at + quiet,
      latest: at + atMost,
      work: {
        kind: 'news',
        fact: event.id,
        personId,
        orderId,
        title: order.title,
        sentence,
        by: event.by.name,
        at,
      } as const,
    }))
    return { tasks }
  }

  async function sendNews(all: readonly OneNews[]): Promise<void> {
    const { personId, orderId } = all[0]!
    const account = await audience.account(personId)
    if (!isRegistered(account) || !notificationsOf(account).mail) return
    const seen = audience.lastSeen(personId, orderId)
    const news = all.filter(({ at }) => at > seen)
    if (news.length === 0) return
    const page = `${url}/order-detail/${orderId}`
    const words = newsWords({ name: account.name, title: news.at(-1)!.title, page, news })
    const key = `news ${personId} ${news[0]!.fact} ${news.at(-1)!.fact}`
    await mailer.send({ to: account.email, ...letter(words), key })
  }

  async function sendWelcome({ personId, fact }: Welcome): Promise<void> {
    const { name, email } = await audience.account(personId)
    if (email === '') return // erased since
    const words = welcomeWords({ name, agency: agencyName(await agency()), dashboard: `${url}/dashboard` })
    await mailer.send({ to: email, ...letter(words), key: `welcome ${fact}` })
  }

  return {
    name: 'mail',
    async plan(event) {
      const orderId = idIn(orders, event.stream)
      if (orderId !== undefined) return planNews(event as Recorded<OrderEvent>, orderId)
      const personId = idIn(accounts, event.stream)
      const { type, data, id, at } = event as Recorded<AccountEvent>
      if (personId === undefined || type !== 'AccountRegistered' || data.role !== 'client') return undefined
      return { tasks: [{ id, due: Date.parse(at), work: { kind: 'welcome', fact: id, personId } }] }
    },
    async perform(work) {
      for (const each of work) if (each.kind === 'welcome') await sendWelcome(each)
      const news = work.filter((each) => each.kind === 'news')
      if (news.length > 0) await sendNews(news)
    },
  }
}
