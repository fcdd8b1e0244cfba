import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { toastFailure } from './toast.ts'

/** Shows more of a list, and says how many came. Where it goes with the last of it, the first row that came has the focus. */
export function LoadMore({ onMore, children }: { onMore(): Promise<void>; children: React.ReactNode }) {
  const [pending, setPending] = useState(false)
  const [came, setCame] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const lastRow = useRef<Element>(undefined)
  const show = () => {
    lastRow.current = rows().findLast((row) => isAfter(button.current!, row))
    setPending(true)
    setCame(0)
    onMore()
      .catch(toastFailure)
      .finally(() => setPending(false))
  }
  useEffect(() => {
    const last = lastRow.current
    if (pending || !last) return
    setCame(rows().filter((row) => isAfter(row, last) && isAfter(button.current!, row)).length)
  }, [pending])
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
    <>
      <Button ref={button} kind="line" pending={pending} onClick={show}>
        {children}
      </Button>
      <span className="sr" role="status">
        {came > 0 && `${came} more shown`}
      </span>
    </>
  )
}

const rows = () => [...document.querySelectorAll<HTMLElement>('main :is(li:not(li *), tbody tr)')]
const isAfter = (one: Element, other: Element) =>
  Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
