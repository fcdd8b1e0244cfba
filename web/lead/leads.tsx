import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router-dom'
import { filterIn } from './address.ts'
import { loadLeads } from './load.ts'

export { LeadsPage as Component } from './LeadsPage.tsx'

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
