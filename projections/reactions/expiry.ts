import { atelier } from '#domain/account/account.ts'
import { orderCommands } from '#domain/order/actions.ts'
import { expiryOf } from '#domain/order/expire-proposal.ts'
import type { Order } from '#domain/order/order.ts'
import type { CommandHandler } from '#infra/events/command-handler.ts'
import { planByKind, type Reaction, unlessRefused } from './reaction.ts'
import { type Plan, RetryAt } from './tasks.ts'

type Work = { orderId: string; version: number }

/** The kinds of events that change whether a proposal waits, and until when. */
const kinds: readonly string[] = ['proposal', 'money', 'project', 'steps']

const hourMs = 60 * 60 * 1000
/** How far zones are apart at most, in milliseconds: from so long before its end on, the last day may be over. */
const maxZoneDifferenceMs = 26 * hourMs

type Dependencies = {
  load(orderId: string): Promise<Order>
  timeZone(): Promise<string>
  handler: Pick<CommandHandler, 'handle'>
  /** Milliseconds since 1970. */
  now(): number
}

/** Records that a proposal is no longer valid once its last day is over, where the client has neither answered nor paid it. */
export const expiryReaction = ({ load, timeZone, handler, now }: Dependencies): Reaction<Work> => ({
  name: 'expiry',
  fromFirst: true,
  plan: planByKind(kinds, (orderId) => planFor(orderId, { load, timeZone })),
  async perform(all) {
    for (const { orderId, version } of all) {
      const input = { orderId, version, timeZone: await timeZone() }
      const expiry = expiryOf(await load(orderId), input.timeZone)
      // The agency may have moved, or move, to where the last day ends earlier or later.
      if (expiry?.version === version && expiry.at > now()) throw new RetryAt(Math.min(expiry.at, now() + hourMs))
      await handler.handle(orderCommands.expireProposal, orderId, input, { by: atelier }).catch(unlessRefused)
    }
  },
})

async function planFor(
  orderId: string,
  { load, timeZone }: Pick<Dependencies, 'load' | 'timeZone'>,
): Promise<Plan<Work>> {
  const expiry = expiryOf(await load(orderId), await timeZone())
  if (!expiry) return { drop: [{ topic: orderId }] }
  const { version, at } = expiry
  const task = {
    id: `${orderId} ${version}`,
    topic: orderId,
    due: at - maxZoneDifferenceMs,
    work: { orderId, version },
  }
  return { drop: [{ topic: orderId }], tasks: [task] }
}
