import type { OrderEvent } from './order.ts'

/** What nobody is told of. Everything else is news to the other side. */
const silent: ReadonlySet<OrderEvent['type']> = new Set<OrderEvent['type']>(['ConversationRead'])

/** Whether the other side is told of a fact, by mail and push, when they are not looking. */
export const isNews = ({ type }: { type: OrderEvent['type'] }): boolean => !silent.has(type)
