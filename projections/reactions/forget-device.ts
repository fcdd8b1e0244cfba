import { personOf } from '#domain/account/account.ts'
import { accounts } from '#domain/account/actions.ts'
import { unsubscribe } from '#domain/subscription/unsubscribe.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import type { ForgetDevice } from './push.ts'

/** Ends subscriptions in their owners' names. */
export const createForgetDevice =
  (handler: CommandHandler): ForgetDevice =>
  async (id, owner, because) => {
    const { state } = await handler.load(accounts, owner.id)
    await handler.handle(unsubscribe, id, { because }, { by: personOf(owner.id, state) })
  }
