import { useEffect } from 'react'
import {
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useRevalidator,
} from 'react-router-dom'
import { orderFromWire } from '#domain/order/wire.ts'
import { call } from '#web/api.ts'
import { session, useViewer } from '#web/shell/session.ts'
import type { AdminControls } from './context.ts'
import { NotAllowed, OrderPage } from './page/OrderPage.tsx'

let adminControls: AdminControls | undefined

/** Loads what an admin changes an order by, unless someone else is logged in. Before the page, so that nothing moves. */
async function loadAdminControls(): Promise<void> {
  const { user } = await session()
  if (user?.admin) adminControls = (await import('./admin/controls.tsx')).controls
}

/** Of the latest load: whether something else was gone to before it ended. */
let latestLoad: AbortSignal | undefined

export async function loader({ params: { id = '' }, request: { signal } }: LoaderFunctionArgs) {
  latestLoad = signal
  const [{ data, access }] = await Promise.all([call('getSingleOrder', { query: { id }, signal }), loadAdminControls()])
  return access && data[0] ? orderFromWire(data[0]) : null
}

/** Whether to load again: another tab of the same order is not another order. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

/** Loads again what another tab has overtaken. Not before the tab is shown: that waits for no answer. */
function useOvertakenLoad(): void {
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is another tab
  useEffect(() => {
    if (latestLoad?.aborted) void revalidate()
  }, [search, revalidate])
}

/** The page of one order. */
export function Component() {
  useOvertakenLoad()
  const loaded = useLoaderData<typeof loader>()
  const viewer = useViewer()
  if (!loaded) return <NotAllowed />
  const controls = viewer.role === 'admin' ? adminControls : undefined
  return <OrderPage key={loaded.id} loaded={loaded} viewer={viewer} controls={controls} />
}
