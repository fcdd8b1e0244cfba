import { type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router-dom'
import { orderFromWire } from '#domain/order/wire.ts'
import { call } from '#web/api.ts'
import { useViewer } from '#web/live/viewer.ts'
import { loadAdminControls } from './admin-controls.ts'
import { NotAllowed } from './NotAllowed.tsx'
import { OrderPage } from './OrderPage.tsx'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

export async function loader({ params: { id = '' }, request: { signal } }: LoaderFunctionArgs) {
  const [{ data, access }] = await Promise.all([call('getSingleOrder', { query: { id }, signal }), loadAdminControls()])
  return access && data[0] ? orderFromWire(data[0]) : null
}

/** Another tab of the same order is not another order: nothing is loaded again. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

/** The page of one order. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const viewer = useViewer()
  return loaded ? <OrderPage key={loaded.id} loaded={loaded} viewer={viewer} /> : <NotAllowed />
}
