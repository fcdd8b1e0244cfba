import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

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

const kept = 'order-tab'

const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(tabs, name)

/** Where a tab of the order that is shown is. */
export const linkTo = (tab: Tab): { search: string } => ({ search: `?tab=${tab}` })

/** The tab the address names; without one, the tab that was chosen last. What is chosen is kept. */
export function useTab(): Tab {
  const [search] = useSearchParams()
  const named = search.get('tab')
  const chosen = isTab(named) ? named : undefined
  useEffect(() => {
    if (chosen) keep(chosen)
  }, [chosen])
  return chosen ?? remembered()
}

function keep(tab: Tab): void {
  try {
    localStorage.setItem(kept, tab)
  } catch {
    // A browser may keep nothing: the address still says where one is.
  }
}

function remembered(): Tab {
  try {
    const tab = localStorage.getItem(kept)
    return isTab(tab) ? tab : 'overview'
  } catch {
    return 'overview'
  }
}
