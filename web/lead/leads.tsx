import { type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router-dom'
import { Head } from '#web/shell/Head.tsx'
import { filterIn } from './address.ts'
import { LeadsPage } from './LeadsPage.tsx'
import { loadLeads } from './load.ts'

export { Failure as ErrorBoundary } from '#web/shell/Failure.tsx'

export const loader = ({ request }: LoaderFunctionArgs) => loadLeads(filterIn(new URL(request.url).searchParams))

/** Opening a lead, or another period of the funnel, is no other list. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.href === nextUrl.href) return defaultShouldRevalidate
  const [before, after] = [filterIn(currentUrl.searchParams), filterIn(nextUrl.searchParams)]
  return before.show !== after.show || before.search !== after.search
}

/** The leads of the agency, and how visitors come to be leads. */
export function Component() {
  return (
    <>
      <Head title="Leads" noindex />
      <LeadsPage loaded={useLoaderData<typeof loader>()} />
    </>
  )
}
