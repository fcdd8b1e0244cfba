import { CloseOrder } from './CloseOrder.tsx'
import { RenameOrder } from './RenameOrder.tsx'
import { ReopenOrder } from './ReopenOrder.tsx'
import { ShareDesignLink } from './ShareDesignLink.tsx'
import { ToggleStep } from './ToggleStep.tsx'

/** What only an admin has on an order's page. */
export const controls = { CloseOrder, RenameOrder, ReopenOrder, ShareDesignLink, ToggleStep }
