import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { stepFrom, useSingleKeys } from '#web/kit/KeyBar.tsx'

type Actions = {
  choose(id: string): void
  peek(id: string): void
  /** Another row has the focus. */
  focused(id: string): void
  close(): void
  show(): void
}

const rowAround = (element: Element | null) => element?.closest('tr')?.querySelector<HTMLElement>('a[data-row]')

/** Gives the focus back to the row that had it last, where what had it has gone with the selection or the preview. */
export function useWayBack(lists: RefObject<HTMLElement | null>, chosen: unknown, peekedId: string | undefined): void {
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = lists.current
    const note = ({ target }: FocusEvent) => {
      last.current = rowAround(target as Element) ?? last.current
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [lists])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once either has changed
  useLayoutEffect(() => {
    if (document.activeElement === document.body) last.current?.focus({ preventScroll: true })
  }, [chosen, peekedId])
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
  const rows = () => [...(lists.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])]
  const current = () => rows().indexOf(rowAround(document.activeElement)!)
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
  const table = {
    j: () => move(1),
    k: () => move(-1),
    n: nextUnread,
    x: () => onRow(actions.choose),
    p: () => onRow(actions.peek),
    '.': actions.show,
    '/': search,
  }
  return { keys, ...useSingleKeys(table, actions.close) }
}
