import { type RefObject, useEffect } from 'react'

/** J and K move the focus from lead to lead, and / puts it into the search. Not while the focus is in a field. */
export function useLeadKeys(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      if (altKey || ctrlKey || metaKey) return
      if ((target as Element).closest('input, textarea, select, [contenteditable], dialog')) return
      if (key === '/') {
        event.preventDefault()
        page.current?.querySelector<HTMLElement>('input[type="search"]')?.focus()
      }
      const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
      if (step !== 0) focusNext(page.current!, step)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [page])
}

function focusNext(page: HTMLElement, step: 1 | -1): void {
  const lines = [...page.querySelectorAll<HTMLElement>('a[data-lead]')].filter((line) => line.offsetParent !== null)
  const at = lines.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (step > 0 ? 0 : lines.length - 1) : Math.min(lines.length - 1, Math.max(0, at + step))
  lines[next]?.focus()
}
