import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { LazyView, type Load } from '#web/kit/LazyView.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { Row } from '#web/kit/Page.tsx'
import type { Tab } from '#web/order/tabs.ts'
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

export type LazyTab = Exclude<Tab, 'overview'>

/** How the tabs are loaded that are not part of the page from the beginning. */
export const loads = {
  design: () => import('#web/order/tabs/Design.tsx'),
  payment: () => import('#web/order/tabs/Payment.tsx'),
  terms: () => import('#web/order/tabs/Terms.tsx'),
  invoice: () => import('#web/order/tabs/Invoice.tsx'),
  proposal: () => import('#web/order/tabs/Proposal.tsx'),
  agreements: () => import('#web/order/tabs/Agreements.tsx'),
  history: () => import('#web/order/tabs/History.tsx'),
}
