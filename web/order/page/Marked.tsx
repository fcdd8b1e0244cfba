import type { ReactNode } from 'react'
import type { Order } from '#domain/order/order.ts'
import { type Mark, useShownOrder } from '#web/order/context.ts'

/** Shows a value of an order; marked where it is another at the moment that it is compared with. */
export const Marked = ({ select, children }: { select(order: Order): unknown; children: ReactNode }) => (
  <Marking mark={useShownOrder().compared?.mark(select)}>{children}</Marking>
)

/** Struck out, inked, or as it is. */
export const Marking = ({ mark: Element, children }: { mark: Mark | undefined; children: ReactNode }) =>
  Element ? <Element className="marked">{children}</Element> : children
