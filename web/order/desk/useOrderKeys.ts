import { type RefObject, useMemo } from 'react'
import { stepFrom, useSingleKeys } from '#web/kit/single-keys.ts'

type Actions = {
  choose(id: string): void
  peek(id: string): void
  /** Another row has the focus. */
  focused(id: string): void
  close(): void
  show(): void
}

const keys = [
  [['J', 'K'], 'move'],
  [['Enter'], 'open'],
  [['X'], 'select'],
  [['P'], 'preview'],
  [['N'], 'next unread'],
  [['.'], 'update list'],
  [['/'], 'search'],
] as const

/**
 * The keyboard shortcuts of the list of orders: J and K move the focus from row to row, and Enter is the link's own. Not while the focus is in
 * a field or a dialog.
 */
export function useOrderKeys(lists: RefObject<HTMLElement | null>, actions: Actions) {
  const table = useMemo(() => {
    const rows = () => [...(lists.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])]
    const current = () =>
      rows().indexOf(document.activeElement?.closest('tr')?.querySelector('a[data-row]') as HTMLElement)
    const focus = (row: HTMLElement | undefined) => {
      if (!row) return
      row.focus()
      actions.focused(row.dataset.row!)
    }
    const move = (step: 1 | -1) => focus(stepFrom(rows(), current(), step))
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
    return {
      j: () => move(1),
      k: () => move(-1),
      n: nextUnread,
      x: () => onRow(actions.choose),
      p: () => onRow(actions.peek),
      '.': actions.show,
      '/': search,
    }
  }, [lists, actions])
  return { keys, ...useSingleKeys(table, actions.close) }
}
