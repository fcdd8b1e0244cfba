import { type ComponentType, createContext, use } from 'react'
import type { CommandResult, Person } from '#domain/event.ts'
import type { UndoOf } from '#domain/order/action.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Entry } from '#domain/order/conversation.ts'
import type { DraftPhase, Point } from '#domain/order/design-draft.ts'
import type { Order } from '#domain/order/order.ts'
import type { Contact } from '#domain/order/wire.ts'
import type { Step } from '#domain/step.ts'
import { useNow } from '#web/kit/time.ts'
import type { useOrder } from '#web/live/useOrder.ts'
import type { OrderPageCommand } from './palette-commands.ts'
import type { VisitBefore } from './visit.ts'

/** The tabs that have a form of an admin. */
export type TabWithForm = 'design' | 'payment' | 'reported payments' | 'invoice' | 'proposal'

/** The controls that only an admin has on an order's page. */
export type AdminControls = Record<'CloseOrder' | 'RenameOrder' | 'ReopenOrder', ComponentType> & {
  ToggleStep: ComponentType<{ step: Step }>
  SettlePoint: ComponentType<{ phase: DraftPhase; point: Point }>
  /** The form of a tab: `loadTabForms` has been waited for. */
  TabForm: ComponentType<{ tab: TabWithForm }>
  loadTabForms(): Promise<unknown>
  ActionRail: ComponentType<{ onRun(command: OrderPageCommand): void }>
  /** Shows the message of a change to an order that was like this `before` it, with a way back where there is one. */
  announceWithUndo(
    shown: ShownOrder,
    result: CommandResult<OrderEvent>,
    before: Order,
    undo?: UndoOf,
    isRepeated?: boolean,
  ): boolean
}

/** The order a page is about, as it stands now, and who looks at it. */
export type ShownOrder = ReturnType<typeof useOrder> & {
  id: string
  /** The client, as the account has them today. */
  contact: Contact
  viewer: Person
  /** The commands of an admin on the order; undefined for others. */
  controls: AdminControls | undefined
  /** Whether it is only looked at: as a client would see it, or as it stood once. Nothing is sent or marked as read then. */
  readOnly: boolean
  /** Whether this is the page as it stood at a revision of the past. */
  isPast?: true
  /** The time of the event that it stood at then, in milliseconds since 1970. */
  pastTime?: number
  /** How it is marked, where it stands beside the page of another moment. */
  compared?: Compared
  /** When this person was here before, in this browser. */
  lastVisit: VisitBefore | undefined
}

/** How something is marked: struck out on the page of the earlier of two moments, inked on that of the later. */
export type Mark = 'del' | 'ins'

/** A page beside that of another moment. */
export type Compared = {
  /** The name of the page beside the other one, for screen readers: `entry 3`. */
  name: string
  other: { order: Order; revision: number }
  /** How something is marked that an order says; undefined where both moments say the same. */
  mark(select: (order: Order) => unknown): Mark | undefined
  markOfEntry(entry: Entry): Mark | undefined
  /** Another part of the conversation is displayed here; the other page follows, and how often this one did. */
  onDisplay(): void
  displayedAnew: number
}

export const OrderContext = createContext<ShownOrder | undefined>(undefined)

/** The order of the page around. Throws where there is none. */
export function useShownOrder(): ShownOrder {
  const shown = use(OrderContext)
  if (!shown) throw new Error('useShownOrder() outside a project page')
  return shown
}

/** The time of the page around, in milliseconds since 1970: now, or that of its moment of the past. */
export function useShownTime(): number {
  const now = useNow()
  return useShownOrder().pastTime ?? now
}
