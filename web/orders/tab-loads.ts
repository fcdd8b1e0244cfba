import type { Tab } from './tabs.ts'

export type LazyTab = Exclude<Tab, 'overview'>

/** How the tabs are loaded that are not part of the page from the beginning. */
export const loads = {
  payment: () => import('./tabs/Payment.tsx'),
  terms: () => import('./tabs/Terms.tsx'),
  invoice: () => import('./tabs/Invoice.tsx'),
  proposal: () => import('./tabs/Proposal.tsx'),
  history: () => import('./tabs/History.tsx'),
}
