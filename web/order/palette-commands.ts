import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Person, Role } from '#domain/event.ts'
import type { CommandDefinition } from '#domain/order/action.ts'
import type { Order } from '#domain/order/order.ts'
import { loadedActions } from '#web/live/actions.ts'
import { usePageCommands } from '#web/palette/pages.ts'
import { linkTo, type Tab, tabs } from './tabs.ts'

/** A command of the palette on an order's page: a control of a tab, to be written in or pressed. */
export type OrderPageCommand = {
  /** The control, by a word of its `data-command`; undefined for the tab as a whole. */
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

/** How long a chosen control is waited for, in milliseconds: it is not pressed when its tab is opened later. */
const timeoutMs = 10_000

/**
 * Offers what can be done on the order's page to the command palette, under a heading. The tab is shown, its control has
 * the focus, and a button is pressed. Called after whatever else moves the focus when a tab is shown. Returns a function that runs one.
 */
export function usePaletteCommands(
  order: Order,
  heading: string,
  viewer: Person,
  tab: Tab,
): (command: OrderPageCommand) => void {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<OrderPageCommand & { until: number }>()

  const run = (command: OrderPageCommand) => {
    setChosen({ ...command, until: performance.now() + timeoutMs })
    void navigate(linkTo(command.tab), { preventScrollReset: true, replace: command.tab === tab })
  }

  usePageCommands(() => ({
    heading,
    commands: orderPageCommands(loadedActions()?.orderCommands ?? {}, order, viewer.role).map((command) => ({
      ...command,
      id: `order:${command.control ?? command.tab}`,
      run: () => run(command),
    })),
  }))

  useEffect(() => {
    if (!chosen?.control || chosen.tab !== tab) return
    const { control, press, until } = chosen
    let frame = requestAnimationFrame(function find() {
      const target = controlOf(control)
      if (performance.now() >= until) setChosen(undefined)
      else if (target) {
        target.focus()
        if (press) target.click()
        setChosen(undefined)
      } else frame = requestAnimationFrame(find)
    })
    return () => cancelAnimationFrame(frame)
  }, [chosen, tab])
  return run
}

/** A button by its command, or the first field of a form; undefined while it is not to be seen. */
function controlOf(command: string): HTMLElement | undefined {
  const found = document.querySelector<HTMLElement>(`[data-command~="${CSS.escape(command)}"]`)
  const target = found?.matches('form')
    ? found.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')
    : found
  return target?.checkVisibility() ? target : undefined
}
