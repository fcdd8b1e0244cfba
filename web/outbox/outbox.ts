import type { CommandResult } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { HttpError, isUnsure, messageOf } from '#web/http.ts'
import { type BrowserStore, isText, listShapeOf } from '#web/kit/storage.ts'
import { createWatchers } from '#web/live/watchers.ts'

/** A message that was written without a line to the server. */
export type WaitingMessage = {
  /** Its `Idempotency-Key`: the same for every try. */
  key: string
  text: string
  /** When it was written: an ISO instant in UTC. */
  at: string
  /** Whether a try is on its way or had no answer: the server may have it. It keeps its key until the server has answered. */
  isUnsure?: boolean | undefined
  /** Why it is not sent by itself. */
  problem?: string | undefined
}

export type Outbox = ReturnType<typeof createOutbox>

type Dependencies = {
  store: Pick<BrowserStore, 'get' | 'read' | 'write' | 'remove' | 'entries'>
  /** Sends a message. Throws `HttpError`. */
  send(orderId: string, message: WaitingMessage): Promise<CommandResult<OrderEvent>>
  /** Whether the browser is still this person's. */
  isHeld(): boolean
  /** Runs something while no other window of the browser does. */
  alone?(run: () => Promise<void>): Promise<void>
  now?(): number
}

/** How long the server knows an `Idempotency-Key`, in milliseconds. */
const keyLifetime = 23 * 60 * 60 * 1000
const waitedTooLong = 'This message has waited for a day. Check it before you send it.'

// By hand: it is read as the order's page is drawn, before zod is there.
const messages = listShapeOf<WaitingMessage>(
  ({ key, text, at, problem }) => [key, text, at].every(isText) && (problem === undefined || isText(problem)),
)
const none: readonly WaitingMessage[] = []

/**
 * Whether an error says that there was no line, rather than that the message was refused. A 500 is none: a damaged order
 * answers it until it is restored, and would hold up the messages of all others.
 */
export const isLineDown = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 0 || error.status > 500)

/** Whether a message may have been sent though its try failed. Without a network nothing has gone out. */
export const mayBeSent = (error: unknown): boolean =>
  error instanceof HttpError && isUnsure(error) && (error.isUnsure || error.status > 0)

/** The unsent messages of one person, by order, stored by the browser until the server has them: each once, in order. */
export function createOutbox(
  userId: string,
  { store, send, isHeld, alone = (run) => run(), now = Date.now }: Dependencies,
) {
  const prefix = `outbox:${userId}:`
  const { subscribe, notify } = createWatchers()
  const seen = new Map<string, { text: string; list: readonly WaitingMessage[] }>()
  let running: Promise<boolean> | undefined
  let sending: string | undefined
  let onSent = (_orderId: string, _result: CommandResult<OrderEvent>): void => {}

  /** The messages of an order, oldest first; the same list as long as nothing changes. */
  function waiting(orderId: string): readonly WaitingMessage[] {
    const text = store.get(prefix + orderId)
    if (text === undefined) return none
    const before = seen.get(orderId)
    if (before?.text === text) return before.list
    const list = store.read(prefix + orderId, messages) ?? none
    seen.set(orderId, { text, list })
    return list
  }

  function keep(orderId: string, list: readonly WaitingMessage[]) {
    if (list.length > 0) store.write(prefix + orderId, list)
    else store.remove(prefix + orderId)
    notify()
  }

  const remove = (orderId: string, key: string) =>
    keep(
      orderId,
      waiting(orderId).filter((message) => message.key !== key),
    )
  const change = (orderId: string, key: string, changes: Partial<WaitingMessage>) =>
    keep(
      orderId,
      waiting(orderId).map((message) => (message.key === key ? { ...message, ...changes } : message)),
    )

  /** The next message that may go; those that wait for a decision of the person stand aside. */
  function next(): [orderId: string, message: WaitingMessage] | undefined {
    for (const [key] of store.entries()) {
      if (!key.startsWith(prefix)) continue
      const orderId = key.slice(prefix.length)
      const message = waiting(orderId).find(({ problem }) => problem === undefined)
      if (message) return [orderId, message]
    }
    return undefined
  }

  /** Resolves to whether messages stay that the line has to come back for. */
  async function sendAll(): Promise<boolean> {
    for (let found = next(); found && isHeld(); found = next()) {
      const [orderId, message] = found
      if (now() - Date.parse(message.at) > keyLifetime) {
        change(orderId, message.key, { problem: waitedTooLong })
        continue
      }
      sending = message.key
      change(orderId, message.key, { isUnsure: true }) // for other windows, and for this one after a reload
      try {
        onSent(orderId, await send(orderId, message))
        remove(orderId, message.key)
      } catch (error) {
        const status = error instanceof HttpError ? error.status : undefined
        const isUnsure = (status !== 409 && (message.isUnsure || mayBeSent(error))) || undefined
        change(orderId, message.key, { isUnsure })
        if (isLineDown(error) || status === 429) return true
        if (status === 401) return false // until the person has logged in again
        change(orderId, message.key, { problem: messageOf(error) })
      } finally {
        sending = undefined
        notify()
      }
    }
    return false
  }

  return {
    subscribe,
    waiting,
    /** The key of the message that is on its way. */
    sending: () => sending,
    add: (orderId: string, message: Pick<WaitingMessage, 'key' | 'text' | 'isUnsure'>) =>
      keep(orderId, [...waiting(orderId), { ...message, at: new Date(now()).toISOString() }]),
    remove,
    /** Lets a message go that was held back. */
    release: (orderId: string, key: string) =>
      change(orderId, key, { at: new Date(now()).toISOString(), problem: undefined }),
    /** Another window may have changed what is kept. */
    changedElsewhere: notify,
    /** Is called with the answer for each message that was sent. */
    onSent(listener: typeof onSent) {
      onSent = listener
    },
    /** Sends what waits, one after the other. Resolves to whether any of it still waits for the line. */
    flush(): Promise<boolean> {
      let still = false
      running ??= alone(async () => {
        still = await sendAll()
      })
        .then(() => still)
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
}
