import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { toastFailure } from './toast.ts'

/** Shows more of a list. Where it goes with the last of it, the first row that came has the focus. */
export function LoadMore({ onMore, children }: { onMore(): Promise<void>; children: React.ReactNode }) {
  const [pending, setPending] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const lastRow = useRef<Element>(undefined)
  const show = () => {
    lastRow.current = rows().findLast((row) => isAfter(button.current!, row))
    setPending(true)
    onMore()
      .catch(toastFailure)
      .finally(() => setPending(false))
  }
  useEffect(
    () => () => {
      const last = lastRow.current
      if (!last?.isConnected || document.activeElement !== document.body) return
      const row = rows().find((row) => isAfter(row, last))
      row?.setAttribute('tabindex', '-1')
      row?.focus()
    },
    [],
  )
  return (
    <Button ref={button} kind="line" pending={pending} onClick={show}>
      {children}
    </Button>
  )
}

const rows = () => [...document.querySelectorAll<HTMLElement>('main li')]
const isAfter = (one: Element, other: Element) =>
  Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
