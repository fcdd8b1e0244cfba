import { accounts, holder } from '#domain/account/account.ts'
import { unsubscribe } from '#domain/subscription/unsubscribe.ts'
import { clockBy } from '#infra/clock.ts'
import type { DocumentStore } from '#infra/documents/store.ts'
import { mailReaction } from '#projections/reactions/mail.ts'
import { type Forget, pushReaction } from '#projections/reactions/push.ts'
import { react } from '#projections/reactions/reaction.ts'
import type { Handler } from './handle.ts'
import type { Parts } from './parts.ts'

type Needed = Pick<Parts, 'events' | 'projections' | 'handler' | 'mailer' | 'pusher' | 'log' | 'now'> & {
  documents: DocumentStore
  /** The address of the house, for links, without a trailing slash. */
  url: string
  /** When somebody last had an order's page open, in milliseconds since 1970; now, while they have. */
  lastSeen(personId: string, orderId: string): number
}

/** Lets what happens reach people who are not looking, from now on. */
export async function startReactions({ documents, url, lastSeen, ...parts }: Needed) {
  const { events, projections, handler, mailer, pusher, log, now } = parts
  const ending = new AbortController()
  const account = async (id: string) => (await handler.folded(accounts, id)).state
  const audience = { accounts: projections.accounts, account, lastSeen }
  const { subscriptions } = projections
  const surroundings = { events, documents, clock: clockBy(now), log, signal: ending.signal }
  const all = [
    await react(mailReaction({ events, mailer, audience, url }), surroundings),
    await react(
      pushReaction({ events, pusher, audience, subscriptions, forget: forgetting(handler), now }),
      surroundings,
    ),
  ]
  return {
    /** Resolves when all that follows from the facts up to a position, and is due, was tried. */
    async settled(position: bigint): Promise<void> {
      await Promise.all(all.map((each) => each.settled(position)))
    },
    async close(): Promise<void> {
      ending.abort()
      await Promise.all(all.map(({ stopped }) => stopped))
    },
  }
}

/** Ends subscriptions in their owners' names. */
export const forgetting =
  (handler: Handler): Forget =>
  async (id, owner, because) => {
    const { state } = await handler.folded(accounts, owner.id)
    await handler.handle(unsubscribe, id, { because }, { by: holder(owner.id, state) })
  }
