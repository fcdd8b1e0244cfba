import { type RefObject, useEffect } from 'react'

/** J and K move the focus from row to row; Enter is the link's own. Not while the focus is in a field. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
      if (!step || altKey || ctrlKey || metaKey) return
      if ((target as Element).closest('input, textarea, select, [contenteditable], dialog')) return
      const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])]
      const at = links.indexOf(document.activeElement as HTMLElement)
      const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step))
      links[next]?.focus()
    }
    addEventListener('keydown', move)
    return () => removeEventListener('keydown', move)
  }, [list])
}
