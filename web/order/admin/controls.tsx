import type { ComponentType } from 'react'
import type { AdminControls, TabWithForm } from '#web/order/context.ts'
import { ActionRail } from './ActionRail.tsx'
import { CloseOrder, ReopenOrder } from './CloseOrder.tsx'
import { RenameOrder } from './RenameOrder.tsx'
import { SettlePoint } from './SettlePoint.tsx'
import { ToggleStep } from './ToggleStep.tsx'
import { announceWithUndo } from './undo.ts'

/** The controls that only an admin has on an order's page, as one module to load lazily. */
export const controls: AdminControls = {
  ActionRail,
  CloseOrder,
  RenameOrder,
  ReopenOrder,
  SettlePoint,
  TabForm,
  loadTabForms,
  ToggleStep,
  announceWithUndo,
}

let forms: Record<TabWithForm, ComponentType> | undefined

/** Loads the forms of the tabs, which are no part of the page at first. */
async function loadTabForms(): Promise<void> {
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
function TabForm({ tab }: { tab: TabWithForm }) {
  if (!forms) throw new Error('TabForm before loadTabForms()')
  const Form = forms[tab]
  return <Form />
}
