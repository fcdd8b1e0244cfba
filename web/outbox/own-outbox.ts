import { callCommand } from '#web/api.ts'
import { localStore } from '#web/kit/storage.ts'
import { loadActions } from '#web/live/actions.ts'
import { createRetry } from '#web/retry.ts'
import { isHeldBy } from '#web/shell/belongings.ts'
import { viewedClient } from '#web/view-as.ts'
import { createOutbox, type Outbox } from './outbox.ts'

type OwnOutbox = Outbox & {
  /** Sends now what waits, and goes on trying while it does not get through. */
  sendNow(): void
}

const opened = new Map<string, OwnOutbox>()

/** The outbox of a person in this browser, for what the server does not have. One for all pages; sends by itself. */
export function outboxOf(userId: string): OwnOutbox {
  const there = opened.get(userId)
  if (there) return there
  const outbox = createOutbox(userId, {
    store: localStore,
    isHeld: () => viewedClient === undefined && isHeldBy(userId),
    async send(orderId, { key, text }) {
      const { sendMessage } = (await loadActions()).orderCommands
      return callCommand(sendMessage.call, { body: { orderId, text }, key })
    },
    async alone(run) {
      // Only pages that came by TLS have locks; the keys keep others from being told twice.
      if (navigator.locks) await navigator.locks.request('outbox', run)
      else await run()
    },
  })
  const attempt = async () => ((await outbox.flush()) ? retry.later() : retry.stop())
  const retry = createRetry(attempt)
  const sendNow = () => {
    retry.stop()
    void attempt()
  }
  const own = { ...outbox, sendNow }
  if (typeof document === 'undefined') return own // the server, which has none
  addEventListener('online', sendNow)
  addEventListener('storage', outbox.changedElsewhere)
  opened.set(userId, own)
  return own
}
