import type { ComponentType } from 'react'
import type { TabWithForm } from '#web/order/context.ts'

let forms: Record<TabWithForm, ComponentType> | undefined

/** Loads the forms of the tabs, which are no part of the page at first. */
export async function loadTabForms(): Promise<void> {
  const [{ ShareDraft }, { PaymentForms }, { ReportedPayments }, { InvoiceForms }, { ReviseProposal }] =
    await Promise.all([
      import('./ShareDraft.tsx'),
      import('./PaymentForms.tsx'),
      import('./ReportedPayments.tsx'),
      import('./InvoiceForms.tsx'),
      import('./ReviseProposal.tsx'),
    ])
  forms = {
    design: ShareDraft,
    payment: PaymentForms,
    'reported payments': ReportedPayments,
    invoice: InvoiceForms,
    proposal: ReviseProposal,
  }
}

/** The form of a tab. The tab is shown once `loadTabForms` is done. */
export function TabForm({ tab }: { tab: TabWithForm }) {
  if (!forms) throw new Error('TabForm before loadTabForms()')
  const Form = forms[tab]
  return <Form />
}
