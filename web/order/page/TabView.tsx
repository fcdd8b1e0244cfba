import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { LazyView, type Load } from '#web/kit/LazyView.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { Row } from '#web/kit/Page.tsx'
import { FailureNote } from '#web/shell/Failure.tsx'

/** A tab that is loaded when it is first shown, and once more when the line is back. `children` stand below it. */
export const TabView = ({ load, children }: { load: Load; children?: ReactNode }) => (
  <LazyView
    load={load}
    props={{}}
    waiting={
      <Row className="order-waiting">
        <Loading />
      </Row>
    }
    NotLoaded={NotLoaded}
  >
    {children}
  </LazyView>
)

function NotLoaded({ onRetry }: { onRetry(): void }) {
  const [wasOffline] = useState(() => !navigator.onLine)
  useEffect(() => {
    if (wasOffline && navigator.onLine) return onRetry() // the line came back while another tab was looked at
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry, wasOffline])
  return (
    <FailureNote
      title={wasOffline ? 'You’re offline.' : 'Can’t connect.'}
      next={wasOffline ? 'This part will load when you’re back online.' : 'Please try again.'}
    >
      <Button kind="line" onClick={onRetry}>
        Try again
      </Button>
    </FailureNote>
  )
}
