import type { Role } from '#domain/event.ts'
import type { CommandDefinition } from '#domain/order/action.ts'
import type { Order } from '#domain/order/order.ts'
import { type Tab, tabs } from './tabs.ts'

/** A command of the palette on an order's page: a control of a tab, to be written in or pressed. */
export type OrderPageCommand = {
  /** The control, by its `data-command`; undefined for the tab as a whole. */
  control?: string
  tab: Tab
  label: string
  words?: string
  /** Whether the control is pressed, as by a click: it acts at once, or asks whether it should. */
  press?: true
  onlySearched?: boolean
  /** The key that does it on an admin's page, by itself. */
  key?: string
}

type Commands = Record<string, Pick<CommandDefinition, 'name' | 'roles' | 'palette'>>

/** Returns all commands of a person on an order's page as it is now. The same is refused there that is left out here. */
export function orderPageCommands(commands: Commands, order: Order, role: Role): OrderPageCommand[] {
  const isClosed = order.status !== 'open'
  return [
    ...Object.values(commands).flatMap(({ name, roles, palette }) => {
      if (palette === 'not in the palette' || !roles.includes(role)) return []
      const lines = typeof palette === 'function' ? palette(order) : palette
      return lines
        .filter(({ onClosed = false }) => onClosed === isClosed)
        .map(({ control, ...line }) => ({ ...line, control: control === undefined ? name : `${name}:${control}` }))
    }),
    ...(Object.entries(tabs) as [Tab, string][]).map(([tab, label]) => ({ tab, label, onlySearched: true })),
  ]
}
