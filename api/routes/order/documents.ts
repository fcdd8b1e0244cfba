import type { AppContext } from '#api/app-context.ts'
import type { RequestContext } from '#api/http/router.ts'
import { orderCommands } from '#domain/order/actions.ts'
import { type Issuer, issuerOf } from '#domain/order/to-invoice.ts'
import { agencies } from '#domain/settings/agency.ts'
import { agencyId, defaultTimeZone } from '#domain/settings/brand.ts'
import { loadUsable } from '#infra/events/command-handler.ts'

/** The documents of orders that have numbers. What they say of the agency is what it has set by now. */
export function documentRoutes({ handler, numbers }: AppContext) {
  async function issuer(): Promise<{ issuer?: Issuer }> {
    const issuer = issuerOf((await loadUsable(handler, agencies, agencyId)).state)
    return issuer ? { issuer } : {}
  }

  return {
    issueInvoice: async ({ body: { orderId, parts, total }, execute }: RequestContext<'issueInvoice'>) =>
      execute(orderCommands.issueInvoice, orderId, { orderId, parts, total, ...(await issuer()) }, { via: numbers }),

    sendReceipt: async ({ body: { orderId, payment }, execute }: RequestContext<'sendReceipt'>) => {
      const { timeZone = defaultTimeZone } = (await loadUsable(handler, agencies, agencyId)).state
      return execute(
        orderCommands.sendReceipt,
        orderId,
        { orderId, payment, timeZone, ...(await issuer()) },
        { via: numbers },
      )
    },

    issueCreditNote: async ({ body, execute }: RequestContext<'issueCreditNote'>) => {
      const { orderId } = body
      return execute(orderCommands.issueCreditNote, orderId, { ...body, ...(await issuer()) }, { via: numbers })
    },
  }
}
