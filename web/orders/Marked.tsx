import type { ReactNode } from 'react'
import type { Order } from '#domain/order/order.ts'
import { useShownOrder } from './context.ts'

/** How a page is marked where it differs from the one beside it: `was` on the earlier of the two, `is` on the later. */
export type Mark = 'was' | 'is'

/** How this page is to be marked where `of` is not the same at both moments; undefined where it is, and without another. */
export function useMark(of: (order: Order) => unknown): Mark | undefined {
  const { order, revision, comparedWith } = useShownOrder()
  if (!comparedWith || isSame(of(order), of(comparedWith.order))) return undefined
  return revision < comparedWith.revision ? 'was' : 'is'
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** What an order says, struck out or inked where the moment that it is compared with says something else of it. */
export const Marked = ({ of, children }: { of(order: Order): unknown; children: ReactNode }) => (
  <Marking mark={useMark(of)}>{children}</Marking>
)

/** Struck out, where it was, and inked, where it is. */
export function Marking({ mark, children }: { mark: Mark | undefined; children: ReactNode }) {
  if (mark === undefined) return children
  return mark === 'was' ? <del className="marked">{children}</del> : <ins className="marked">{children}</ins>
}
