import { type Account, isActive } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import { deliveredSchemas } from '#domain/contract/integrations.ts'
import { idIn, type Recorded } from '#domain/event.ts'
import { type WebhookEvent, webhooks } from '#domain/integrations/actions.ts'
import { isChosen, isOn } from '#domain/integrations/webhook.ts'
import { orders } from '#domain/order/actions.ts'
import { dayIn, dayInWords } from '#domain/time-zone.ts'
import { NewerEvents } from '#infra/events/command-handler.ts'
import { Unavailable } from '#infra/unavailable.ts'
import { type ReadModel, untilFolded } from '#projections/projection.ts'
import type { Mailing, Reaction } from '#projections/reactions/reaction.ts'
import { type Plan, RetryAt } from '#projections/reactions/tasks.ts'
import type { openWebhooks } from './deliver.ts'
import type { Delivery, DeliverySubject } from './delivery-log.ts'
import { listWebhooks, maxWebhooks, type WebhookRow } from './webhooks.ts'

type DeliveryWork = { kind: 'deliver' } & DeliverySubject
/** `personId` is missing only in work that an older version planned: for all recipients at once. */
type MailAdminWork = { kind: 'tell'; webhookId: string; fact: string; personId?: string }
type ForgetWork = { kind: 'forget'; webhookId: string }
type SwitchOffWork = { kind: 'switch off'; webhookId: string }
type Work = DeliveryWork | MailAdminWork | ForgetWork | SwitchOffWork

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** How long the list of webhooks may take to have an event, in milliseconds. */
const timeoutMs = 5_000
/** How long to wait after each try that failed. Together more than a week: what fails so long is switched off. */
export const waits = [5_000, 30_000, 2 * minute, 10 * minute, hour, 6 * hour, 12 * hour, ...Array<number>(7).fill(day)]

type Sending = Pick<ReturnType<typeof openWebhooks>, 'deliver' | 'log' | 'webhook' | 'note' | 'switchOff'>
type Dependencies = Mailing &
  Sending & {
    model: Pick<ReadModel<WebhookRow>, 'name' | 'collection' | 'reached' | 'failure'>
    account(id: string): Promise<Account>
    /** The ids of the admins. */
    admins(): Promise<string[]>
    /** The agency’s. */
    timeZone(): Promise<string>
    now(): number
    /** Ends what is being sent, so that the process can end: it is sent again by the next one. */
    signal: AbortSignal
  }

const isActiveAdmin = (account: Account): boolean => isActive(account) && account.role === 'admin'

/**
 * Sends events to webhooks: each delivery by itself, tried again later and later. Each webhook has a lane of its own, so that
 * one that does not answer delays only its own. When one was switched off since it failed for a week, who added it is notified
 * by mail. Where an admin’s address was changed and that is undone, those that they added, led elsewhere or gave a secret
 * between are turned off.
 */
export function webhookReaction(dependencies: Dependencies): Reaction<Work> {
  const { deliver, log, model, webhook, note, switchOff, account, admins } = dependencies
  const { timeZone, mailer, compose, url, now, signal } = dependencies
  // As of the last event of a webhook that went by here; made again after the next.
  let known: readonly WebhookRow[] | undefined

  async function webhooksAt(position: bigint): Promise<readonly WebhookRow[]> {
    if (known) return known
    await untilFolded(model, position, timeoutMs)
    known = await listWebhooks(model)
    return known
  }

  async function planDeliveries(event: Recorded, orderId: string | undefined): Promise<Plan<Work> | undefined> {
    const { id: messageId, type, stream, revision: eventRevision, at, position } = event
    const notified = (await webhooksAt(position)).filter(
      ({ off, onSince, events }) => off === undefined && BigInt(onSince) < position && isChosen(events, type),
    )
    const tasks = notified.map(({ id: webhookId }) => ({
      id: `${messageId} ${webhookId}`,
      due: Date.parse(at),
      work: {
        kind: 'deliver',
        webhookId,
        messageId,
        type,
        stream,
        eventRevision,
        ...(orderId ? { orderId } : {}),
      } as const,
    }))
    return tasks.length > 0 ? { tasks } : undefined
  }

  async function planOfUndone({ id, at, position }: Recorded, personId: string): Promise<Plan<Work> | undefined> {
    const ended = (await account(personId)).keysEnded?.find(({ to }) => to === at)
    if (!ended) return undefined
    const set = (await webhooksAt(position)).filter(({ urlSet, secretSet }) =>
      [urlSet, secretSet].some((each) => each?.by === personId && each.at > ended.from && each.at <= at),
    )
    const tasks = set.map(({ id: webhookId }) => ({
      ...{ id: `${id} ${webhookId}`, due: Date.parse(at) },
      work: { kind: 'switch off', webhookId } as const,
    }))
    return { tasks }
  }

  async function planOfWebhook({ type, data, id, at }: Recorded<WebhookEvent>, webhookId: string) {
    known = undefined
    const due = Date.parse(at)
    if (type === 'WebhookRemoved') return { tasks: [{ id, due, work: { kind: 'forget', webhookId } as const }] }
    if (type !== 'WebhookSwitchedOff' || data.because !== 'failures') return undefined
    const tasks = (await recipientsFor(webhookId)).map((personId) => ({
      ...{ id: `${id} ${personId}`, due },
      work: { kind: 'tell', webhookId, fact: id, personId } as const,
    }))
    return { tasks }
  }

  /** Records how a delivery went that is over: a crash, or the store being away, may have come before it was. */
  async function noteAgain({ id, webhookId, state }: Delivery): Promise<void> {
    const last = (await log.lastOf([webhookId])).get(webhookId)
    if (last?.deliveryId === id) await note(webhookId, state === 'delivered')
  }

  async function send({ kind: _, ...subject }: DeliveryWork): Promise<void> {
    const before = await log.of(subject.webhookId, subject.messageId)
    if (before && before.state !== 'waiting') return noteAgain(before) // delivered by hand, or over before a crash
    const next = before?.nextAt === undefined ? 0 : Date.parse(before.nextAt)
    if (next > now()) throw new RetryAt(next, { countsAnew: true }) // as it was before a restart
    if (!isOn(await webhook(subject.webhookId))) return before && log.giveUp(before)
    const wait = waits[(before?.tries ?? 0) - (before?.byHand ?? 0)]
    const nextAfter = (at: number) => (wait === undefined ? undefined : at + wait)
    const tried = await deliver.attempt(subject, { nextAfter, signal }).catch(async (error) => {
      if (signal.aborted) throw new RetryAt(now())
      // Where it is done again, its try may be in the log already.
      if (before && !(error instanceof Unavailable || error instanceof NewerEvents)) await log.giveUp(before)
      throw error
    })
    if (!tried) return before && log.giveUp(before) // its event is gone
    const { nextAt } = tried.delivery
    if (nextAt !== undefined) throw new RetryAt(Date.parse(nextAt), { countsAnew: true })
  }

  /** The ids of those who are told that a webhook was switched off: who added it, or every admin where they left. */
  async function recipientsFor(webhookId: string): Promise<string[]> {
    const { ownerId } = await webhook(webhookId)
    return isActiveAdmin(await account(ownerId)) ? [ownerId] : admins()
  }

  async function mailAdmin({ webhookId, fact, personId }: MailAdminWork): Promise<void> {
    const { url: address, off, failingSince } = await webhook(webhookId)
    if (off !== 'failures' || failingSince === undefined) return // turned on again meanwhile
    const since = dayInWords(dayIn(await timeZone(), Date.parse(failingSince)))
    for (const id of personId === undefined ? await recipientsFor(webhookId) : [personId]) {
      const recipient = await account(id)
      if (!isActiveAdmin(recipient)) continue
      const { name, email } = recipient
      const values = { name, address, since, link: `${url}/integrations` }
      await mailer.send({ to: email, ...(await compose('webhookOff', values, url)), key: `webhook off ${fact} ${id}` })
    }
  }

  return {
    name: 'webhooks',
    concurrency: maxWebhooks + 1,
    laneOf: (work) => (work.kind === 'tell' ? 'mail' : work.webhookId),
    plan(event) {
      const webhookId = idIn(webhooks, event.stream)
      if (webhookId !== undefined) return planOfWebhook(event as Recorded<WebhookEvent>, webhookId)
      const personId = event.type === 'AddressChangeUndone' ? idIn(accounts, event.stream) : undefined
      if (personId !== undefined) return planOfUndone(event, personId)
      const isDelivered = deliveredSchemas.some(({ aggregate }) => idIn(aggregate, event.stream) !== undefined)
      return isDelivered ? planDeliveries(event, idIn(orders, event.stream)) : undefined
    },
    async perform(work) {
      for (const each of work) {
        if (each.kind === 'tell') await mailAdmin(each)
        else if (each.kind === 'forget') await log.forget(each.webhookId)
        else if (each.kind === 'switch off') await switchOff(each.webhookId)
        else await send(each)
      }
    },
  }
}
