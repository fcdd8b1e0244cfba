import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { HttpError } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Loading } from '#web/kit/Loading.tsx'
import { PageTitle, Row } from '#web/kit/Page.tsx'

type Load = () => Promise<{ default: ComponentType }>

/**
 * A tab that is loaded when it is first shown. Where it does not come, that is said in its place and the page stays; it
 * is loaded once more when the line is back. `children` stand below it once it is there.
 */
export function TabView({ load, children }: { load: Load; children?: ReactNode }) {
  const [View, setView] = useState(() => lazyView(load))
  return (
    <LoadBoundary onAgain={() => setView(() => lazyView(load))}>
      <Suspense
        fallback={
          <Row className="order-waiting">
            <Loading />
          </Row>
        }
      >
        <View />
        {children}
      </Suspense>
    </LoadBoundary>
  )
}

const lazyView = (load: Load) =>
  lazy(() =>
    load().catch(() => {
      throw new HttpError(0, { message: 'This part of the page couldn’t be loaded.' })
    }),
  )

type LoadBoundaryProps = { onAgain(): void; children: ReactNode }

/** Catches that a part of the page did not come; every other error is the page's. */
class LoadBoundary extends Component<LoadBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError = (error: unknown) => ({ error })

  again = () => {
    this.props.onAgain()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!(error instanceof HttpError)) throw error
    return <NotLoaded onAgain={this.again} />
  }
}

function NotLoaded({ onAgain }: { onAgain(): void }) {
  const [wasOffline] = useState(() => !navigator.onLine)
  useEffect(() => {
    if (wasOffline && navigator.onLine) return onAgain() // the line came back while another tab was looked at
    addEventListener('online', onAgain)
    return () => removeEventListener('online', onAgain)
  }, [onAgain, wasOffline])
  return (
    <>
      <div role="alert">
        <PageTitle
          title={wasOffline ? 'You’re offline.' : 'Can’t connect.'}
          next={wasOffline ? 'This part will load when you’re back online.' : 'Please try again.'}
        />
      </div>
      <Row>
        <Button type="button" kind="line" onClick={onAgain}>
          Try again
        </Button>
      </Row>
    </>
  )
}
