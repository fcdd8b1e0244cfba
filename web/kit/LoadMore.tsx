import { useState } from 'react'
import { Button } from './Button.tsx'
import { toastFailure } from './toast.ts'

/** Shows more of a list. */
export function LoadMore({ onMore, children }: { onMore(): Promise<void>; children: React.ReactNode }) {
  const [pending, setPending] = useState(false)
  const show = () => {
    setPending(true)
    onMore()
      .catch(toastFailure)
      .finally(() => setPending(false))
  }
  return (
    <Button kind="line" pending={pending} onClick={show}>
      {children}
    </Button>
  )
}
