import type { AdminControls } from '#web/order/context.ts'
import { ActionRail } from './ActionRail.tsx'
import { CloseOrder } from './CloseOrder.tsx'
import { RenameOrder } from './RenameOrder.tsx'
import { ReopenOrder } from './ReopenOrder.tsx'
import { SettlePoint } from './SettlePoint.tsx'
import { loadTabForms, TabForm } from './TabForm.tsx'
import { ToggleStep } from './ToggleStep.tsx'
import { announceWithUndo } from './undo.ts'

/** The controls that only an admin has on an order's page, in one piece. */
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
