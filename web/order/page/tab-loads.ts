import type { Tab } from '#web/order/tabs.ts'

export type LazyTab = Exclude<Tab, 'overview'>

/** How the tabs are loaded that are not part of the page from the beginning. */
export const loads = {
  design: () => import('#web/order/tabs/Design.tsx'),
  payment: () => import('#web/order/tabs/Payment.tsx'),
  terms: () => import('#web/order/tabs/Terms.tsx'),
  invoice: () => import('#web/order/tabs/Invoice.tsx'),
  proposal: () => import('#web/order/tabs/Proposal.tsx'),
  agreements: () => import('#web/order/tabs/Agreements.tsx'),
  history: () => import('#web/order/tabs/History.tsx'),
}
