import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { localStore } from '#web/kit/storage.ts'

/** The views of an order, with their titles, in the order of the index. */
export const tabs = {
  overview: 'Overview',
  payment: 'Payment Options',
  terms: 'Terms & Conditions',
  invoice: 'Invoice',
  proposal: 'Business Proposal',
  history: 'History',
} as const

export type Tab = keyof typeof tabs

const keyOf = (orderId: string) => `order-tab:${orderId}`

const isTab = (name: string | null | undefined): name is Tab => typeof name === 'string' && Object.hasOwn(tabs, name)

/** Where a tab of the order that is shown is. */
export const linkTo = (tab: Tab): { search: string } => ({ search: `?tab=${tab}` })

/** The tab the address names; without one, the tab that was chosen last on this order. What is chosen is kept. */
export function useTab(orderId: string): Tab {
  const [search] = useSearchParams()
  const named = search.get('tab')
  const chosen = isTab(named) ? named : undefined
  useEffect(() => {
    if (chosen) localStore.set(keyOf(orderId), chosen)
  }, [chosen, orderId])
  return chosen ?? remembered(orderId)
}

function remembered(orderId: string): Tab {
  const tab = localStore.get(keyOf(orderId))
  return isTab(tab) ? tab : 'overview'
}
