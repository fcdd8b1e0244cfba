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

const key = 'order-tab'

const isTab = (name: string | null | undefined): name is Tab => typeof name === 'string' && Object.hasOwn(tabs, name)

/** Where a tab of the order that is shown is. */
export const linkTo = (tab: Tab): { search: string } => ({ search: `?tab=${tab}` })

/** The tab the address names; without one, the tab that was chosen last. What is chosen is kept. */
export function useTab(): Tab {
  const [search] = useSearchParams()
  const named = search.get('tab')
  const chosen = isTab(named) ? named : undefined
  useEffect(() => {
    if (chosen) localStore.set(key, chosen)
  }, [chosen])
  return chosen ?? remembered()
}

function remembered(): Tab {
  const tab = localStore.get(key)
  return isTab(tab) ? tab : 'overview'
}
