import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom'
import { localStore } from '#web/kit/storage.ts'

/** The views of an order, with their titles, in the order of the index. */
export const tabs = {
  overview: 'Overview',
  design: 'Design',
  payment: 'Payment Options',
  terms: 'Terms & Conditions',
  invoice: 'Invoice',
  proposal: 'Business Proposal',
  agreements: 'Agreements',
  history: 'Project History', // the site has a History of its own: of all projects
} as const

export type Tab = keyof typeof tabs

const keyOf = (orderId: string) => `order-tab:${orderId}`

const isTab = (name: string | null | undefined): name is Tab => typeof name === 'string' && Object.hasOwn(tabs, name)

/** Where a tab of the order that is shown is. */
export const linkTo = (tab: Tab): { search: string } => ({ search: `?tab=${tab}` })

/** Where the page of the order that is shown is as it stood at a revision, beside the one at another, if any. */
export const linkToMoment = (revision: number, tab: Tab = 'overview', comparedWith?: number): { search: string } => ({
  search: `?tab=${tab}&at=${revision}${comparedWith === undefined ? '' : `&with=${comparedWith}`}`,
})

/** The revision that an address names by `at` or `with`; undefined where it names none. */
export function revisionIn(address: URLSearchParams, name: 'at' | 'with'): number | undefined {
  const named = address.get(name)
  return named !== null && /^\d{1,9}$/.test(named) ? Number(named) : undefined
}

/**
 * The revision that the address names, at which the page is to be shown; undefined for the page as it is. `comparedWith`
 * is that of the page beside it.
 */
export function useMoment(): { at: number | undefined; comparedWith: number | undefined } {
  const [address] = useSearchParams()
  return { at: revisionIn(address, 'at'), comparedWith: revisionIn(address, 'with') }
}

/**
 * The tab the address names. An order that is opened without one shows the tab chosen last on it, and puts that into
 * the address. So an address without one, which Back may lead to, is the overview.
 */
export function useTab(orderId: string): Tab {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP' && key !== 'default'
  const named = search.get('tab')
  const chosen = isTab(named) ? named : undefined
  const [first] = useState(() => ({ key, tab: isBack ? 'overview' : remembered(orderId) }))
  const shown = chosen ?? (key === first.key ? first.tab : 'overview')
  useEffect(() => {
    if (chosen) localStore.set(keyOf(orderId), chosen)
    else if (shown !== 'overview') {
      const named = new URLSearchParams(search)
      named.set('tab', shown)
      void navigate({ search: `?${named}` }, { replace: true, preventScrollReset: true })
    }
  }, [chosen, shown, orderId, search, navigate])
  return shown
}

function remembered(orderId: string): Tab {
  const tab = localStore.get(keyOf(orderId))
  return isTab(tab) ? tab : 'overview'
}
