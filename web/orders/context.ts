import { createContext, use } from 'react'
import type { Person } from '#domain/event.ts'
import type { Contact } from '#domain/order/wire.ts'
import type { useOrder } from '#web/live/order.ts'
import type { Visit } from './visit.ts'

/** The order a page is about, as it stands now, and who looks at it. */
export type ShownOrder = ReturnType<typeof useOrder> & {
  id: string
  /** The client, as the account has them today. */
  contact: Contact
  viewer: Person
  /** When this person was here before, in this browser. */
  lastVisit: Visit | undefined
}

export const OrderContext = createContext<ShownOrder | undefined>(undefined)

/** The order of the page around. Throws where there is none. */
export function useShownOrder(): ShownOrder {
  const shown = use(OrderContext)
  if (!shown) throw new Error('There is no order on this page')
  return shown
}
