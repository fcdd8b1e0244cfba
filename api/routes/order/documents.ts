import type { AppContext } from '#api/app-context.ts'
import type { RequestContext } from '#api/http/router.ts'
import { orderCommands } from '#domain/order/actions.ts'

/** The documents of orders that have numbers. */
export const documentRoutes = ({ numbers: executor }: AppContext) => ({
  issueInvoice: ({ body, execute }: RequestContext<'issueInvoice'>) =>
    execute(orderCommands.issueInvoice, body.orderId, body, { executor }),

  sendReceipt: ({ body, execute }: RequestContext<'sendReceipt'>) =>
    execute(orderCommands.sendReceipt, body.orderId, body, { executor }),

  issueCreditNote: ({ body, execute }: RequestContext<'issueCreditNote'>) =>
    execute(orderCommands.issueCreditNote, body.orderId, body, { executor }),
})
