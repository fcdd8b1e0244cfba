import { type Account, atelier, type Notifications, notificationsOf } from '#domain/account/account.ts'
import { authorName, idIn, type Recorded } from '#domain/event.ts'
import type { SentenceContext } from '#domain/order/action.ts'
import { type OrderEvent, orders, sentence, traitsOf } from '#domain/order/actions.ts'
import { headlineText } from '#domain/order/next-step.ts'
import { otherSide } from '#domain/order/order.ts'
import type { EventStore } from '#infra/events/store.ts'
import type { AccountRow } from '#projections/account/accounts.ts'
import { type OwnedFile, versionBefore } from '#projections/order/files.ts'
import type { StoredOrderRow } from '#projections/order/orders.ts'
import { type ReadModel, untilFolded } from '#projections/projection.ts'

/** The data about recipients of notifications that reactions need. */
export type RecipientDirectory = {
  accounts: Pick<ReadModel<AccountRow>, 'collection'>
  orders: Pick<ReadModel<StoredOrderRow>, 'name' | 'collection' | 'reached' | 'failure'>
  files: Pick<ReadModel<OwnedFile>, 'name' | 'collection' | 'reached' | 'failure'>
  /** An account as its latest event leaves it. */
  account(id: string): Promise<Account>
  /**
   * When a person last had an order's page open: now, while it is; 0 when never. It is known of the pages that this
   * process serves, and since it began.
   */
  lastSeen(personId: string, orderId: string): number
}

/**
 * An event of an order as a sentence, who did it, the order's title, and the ids of the persons it notifies. `by` names the
 * API key too, where a program did it, and is empty where it happened by itself.
 */
type Notification = { title: string; sentence: string; by: string; recipients: string[] }

/** Makes the notification of an event; undefined where it notifies no one. */
export type NotificationOf = (event: Recorded<OrderEvent>) => Promise<Notification | undefined>

/** How long a read model may take to have an event, in milliseconds. */
const timeoutMs = 5_000

/**
 * Makes notifications of events of orders; undefined for an event that notifies no one. What one costs does not grow with
 * the order's history: what it says is in the read models, or in the order's first event. Throws `Unavailable` while a
 * read model does not get there.
 */
export function createNotifications(events: Pick<EventStore, 'read'>, directory: RecipientDirectory): NotificationOf {
  /** Mails and pushes tell of the same event: it is put into words once. */
  const made = new WeakMap<Recorded<OrderEvent>, Promise<Notification | undefined>>()

  async function make(event: Recorded<OrderEvent>): Promise<Notification | undefined> {
    if (traitsOf(event)?.notifies !== 'other side') return undefined
    await untilFolded(directory.orders, event.position, timeoutMs)
    const row = await directory.orders.collection.get(idIn(orders, event.stream)!)
    if (!row) return undefined // it could not be folded
    const context = { steps: row.steps, questions: [], conversation: [], ...(await contextOf(event)) }
    const recipients = await recipientsOf(event, row, directory)
    const by = event.by.id === atelier.id ? '' : authorName(event.by)
    return { title: row.title, sentence: sentence(event, context), by, recipients }
  }

  /** The parts of an order that an event’s sentence needs and the order's row does not have. */
  async function contextOf(event: Recorded<OrderEvent>): Promise<Partial<SentenceContext>> {
    if (event.type === 'AnswersAmended') {
      for await (const { data } of events.read(event.stream, -1, 0))
        return { questions: (data as OpenedData).questions }
    }
    if (event.type !== 'FileReplaced') return {}
    const { by, at, revision, data } = event
    await untilFolded(directory.files, event.position, timeoutMs)
    const earlier = await versionBefore(directory.files, data.id, revision)
    if (!earlier) return {}
    const file = { ...data.file, filename: earlier.id, originalName: earlier.originalName }
    return { conversation: [{ kind: 'file', revision, by, at, ...data, before: [{ file, at }] }] }
  }

  return (event) => {
    const notification = made.get(event) ?? make(event)
    made.set(event, notification)
    notification.catch(() => made.delete(event)) // the next request makes it again
    return notification
  }
}

type OpenedData = Extract<OrderEvent, { type: 'OrderOpened' }>['data']

/**
 * Whether a recipient is still to be notified of an event of an order by a channel. Not if they chose otherwise, nor if
 * they had the page open since. `at` is when it happened, in milliseconds since 1970.
 */
export const isStillWanted = (
  channel: keyof Notifications,
  account: Account,
  { personId, orderId, at }: { personId: string; orderId: string; at: number },
  { lastSeen }: RecipientDirectory,
): boolean => notificationsOf(account)[channel] && at > lastSeen(personId, orderId)

/** What of an order is news no more once its conversation was read: what the reader's page had by then. */
export const readIn = ({ by, data }: Extract<Recorded<OrderEvent>, { type: 'ConversationRead' }>, orderId: string) => ({
  topic: orderId,
  isMeant: ({ personId, revision = 0 }: { personId?: string; revision?: number }) =>
    personId === by.id && revision <= data.upTo,
})

/** The next step of an order as it is now, as the project’s page shows it to the reader. */
export async function nextOn(orderId: string, { role }: Account, { orders }: RecipientDirectory): Promise<string> {
  const row = await orders.collection.get(orderId)
  return row ? headlineText(row, role) : ''
}

/** Whether no person did it: a date has come, or a payment through a provider. */
const isByItself = ({ type, data }: OrderEvent): boolean =>
  type === 'ProposalExpired' || ('provider' in data && data.provider !== undefined)

/** The ids of the persons an event notifies: the other side, but never its author. Both sides where no person did it. */
async function recipientsOf(
  event: Recorded<OrderEvent>,
  { clientId }: StoredOrderRow,
  { accounts }: RecipientDirectory,
): Promise<string[]> {
  const clients = otherSide(event.by.role) === 'client' ? [clientId] : []
  const admins = clients.length === 0 || isByItself(event) ? await adminIds(accounts) : []
  return [...clients, ...admins].filter((id) => id !== event.by.id)
}

/** More admins than this are not notified: it is a small agency. */
const maxAdmins = 200

/** The ids of the admins who may still log in. */
export async function adminIds({ collection }: RecipientDirectory['accounts']): Promise<string[]> {
  const { documents } = await collection.find({ where: { role: 'admin', status: 'active' }, limit: maxAdmins })
  return documents.map(({ id }) => id)
}
