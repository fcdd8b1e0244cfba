import { type RefObject, useEffect, useState } from 'react'

type Actions = {
  choose(id: string): void
  peek(id: string): void
  /** Another row has the focus. */
  focused(id: string): void
  close(): void
  show(): void
}

const stored = 'order-keys'

/** Whether single keys do something: everybody may turn them off (WCAG 2.1.4). */
function areOn(): boolean {
  try {
    return localStorage.getItem(stored) !== 'off'
  } catch {
    return true // a browser may keep nothing
  }
}

function keep(on: boolean): void {
  try {
    localStorage.setItem(stored, on ? 'on' : 'off')
  } catch {
    // It holds as long as the page, then.
  }
}

/**
 * The keys of the orders: J and K move the focus from row to row, and Enter is the link's own. Not while the focus is in
 * a field or a dialog.
 */
export function useOrderKeys(lists: RefObject<HTMLElement | null>, actions: Actions) {
  const [on, setOn] = useState(areOn)
  const [help, setHelp] = useState(false)

  useEffect(() => {
    const rows = () => [...(lists.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])]
    const current = () =>
      rows().indexOf(document.activeElement?.closest('tr')?.querySelector('a[data-row]') as HTMLElement)
    const focus = (row: HTMLElement | undefined) => {
      if (!row) return
      row.focus()
      actions.focused(row.dataset.row!)
    }
    const move = (step: number) => {
      const all = rows()
      const at = current()
      focus(all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step))])
    }
    const nextUnread = () => {
      const all = rows()
      const at = current()
      focus([...all.slice(at + 1), ...all.slice(0, at + 1)].find(({ dataset }) => dataset.unread))
    }
    const onRow = (act: (id: string) => void) => {
      const id = rows()[current()]?.dataset.row
      if (id) act(id)
    }
    const search = () => document.querySelector<HTMLInputElement>('input[data-search]')?.select()
    const table: Record<string, () => void> = {
      j: () => move(1),
      k: () => move(-1),
      n: nextUnread,
      x: () => onRow(actions.choose),
      p: () => onRow(actions.peek),
      '.': actions.show,
      '/': search,
      '?': () => setHelp(true),
    }
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      if (altKey || ctrlKey || metaKey) return
      const isTyping = (target as Element).closest(
        'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog',
      )
      if (isTyping) return
      if (key === 'Escape') return actions.close()
      if (!on || !Object.hasOwn(table, key)) return
      event.preventDefault()
      table[key]!()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [lists, actions, on])

  return {
    on,
    help,
    onHelp: setHelp,
    onSwitch(next: boolean) {
      keep(next)
      setOn(next)
    },
  }
}
