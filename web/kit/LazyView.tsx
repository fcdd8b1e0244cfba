import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadReload } from '#web/epoch.ts'
import { HttpError, isServerUp } from '#web/http.ts'
import { TextButton } from './Button.tsx'

export type Load<Props = object> = () => Promise<{ default: ComponentType<Props> }>

type LazyViewProps<Props> = {
  load: Load<Props>
  props: Props
  /** What stands there until it has come. */
  waiting?: ReactNode
  /** What stands there where it does not come; it can be tried again. */
  NotLoaded?: ComponentType<{ onRetry(): void }>
  /** Stands below it once it is there. */
  children?: ReactNode
}

/** A part of a page that is loaded when it is first shown. Where it does not come, that is said in its place. */
export function LazyView<Props extends object>({
  load,
  props,
  waiting = <p className="meta">Loading…</p>,
  NotLoaded = NotLoadedLine,
  children,
}: LazyViewProps<Props>) {
  const [View, setView] = useState(() => viewOf(load))
  return (
    <LoadBoundary onRetry={() => setView(() => viewOf(load))} NotLoaded={NotLoaded}>
      <Suspense fallback={waiting}>
        <View {...props} />
        {children}
      </Suspense>
    </LoadBoundary>
  )
}

const viewOf = <Props extends object>(load: Load<Props>) =>
  lazy(() =>
    load().catch(() => {
      throw new HttpError(0, { message: '' }) // the boundary says it
    }),
  ) as ComponentType<Props>

type LoadBoundaryProps = Required<Pick<LazyViewProps<object>, 'NotLoaded'>> & { onRetry(): void; children: ReactNode }

/** Loads the document anew, unless the server does not answer, or the page is left meanwhile. */
export async function reload() {
  const { href } = location
  if ((await isServerUp()) && href === location.href) location.reload()
}

/** Catches that a part of the page did not come; every other error is the page's. */
class LoadBoundary extends Component<LoadBoundaryProps, { error?: unknown; isRetried?: boolean }> {
  override state: { error?: unknown; isRetried?: boolean } = {}
  static getDerivedStateFromError = (error: unknown) => ({ error })

  again = () => {
    // A newer server may not have it any more. What was written or chosen on the page is not lost by that.
    if (this.state.isRetried) return void loadReload().then((it) => it.reloadForNewVersion(), reload)
    this.props.onRetry()
    this.setState({ error: undefined, isRetried: true })
  }

  override render() {
    const { error } = this.state
    if (error instanceof HttpError) return <this.props.NotLoaded onRetry={this.again} />
    if (error !== undefined) throw error
    return this.props.children
  }
}

const NotLoadedLine = ({ onRetry }: { onRetry(): void }) => (
  <p className="meta" role="alert">
    This part of the page couldn’t be loaded. <TextButton onClick={onRetry}>Try again</TextButton>
  </p>
)
