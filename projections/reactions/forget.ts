import { accounts, holder } from '#domain/account/account.ts'
import { unsubscribe } from '#domain/subscription/unsubscribe.ts'
import type { Handler } from '#infra/events/handle.ts'
import type { Forget } from './push.ts'

/** Ends subscriptions in their owners' names. */
export const forgetting =
  (handler: Handler): Forget =>
  async (id, owner, because) => {
    const { state } = await handler.folded(accounts, owner.id)
    await handler.handle(unsubscribe, id, { because }, { by: holder(owner.id, state) })
  }
