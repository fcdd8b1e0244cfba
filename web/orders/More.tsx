import { useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { toastFailure } from '#web/kit/toast.ts'
import { pageSize } from '#web/live/list.ts'

/** Shows the next rows of a list. */
export function More({ onMore }: { onMore(): Promise<void> }) {
  const [pending, setPending] = useState(false)
  const show = () => {
    setPending(true)
    onMore()
      .catch(toastFailure)
      .finally(() => setPending(false))
  }
  return (
    <p className="more">
      <Button type="button" kind="line" pending={pending} onClick={show}>
        Show the next {pageSize}
      </Button>
    </p>
  )
}
