// Proposals, and documents that have numbers.
import type { AppContext } from '#api/app-context.ts'
import type { Routes } from '#api/http/router.ts'
import { todayOf } from '#api/routes/agency-day.ts'
import { orderCommands } from '#domain/order/actions.ts'
import { proposalText } from '#domain/order/proposal-text.ts'
import { exportName } from '#domain/order/telling.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { loadAgency } from '#infra/agency.ts'
import { readProposalVersion } from '#projections/order/read-documents.ts'
import { requireVisibleOrder } from './find-visible-order.ts'

/** The calls of proposals, acceptance, which depends on the agency’s time zone, and the agreed text; and of numbered documents. */
export function documentRoutes(context: AppContext) {
  const { events, handler, numbers } = context
  return {
    async acceptProposal({ body, execute }) {
      const agency = await loadAgency(handler)
      const timeZone = agency.timeZone ?? defaultTimeZone
      return execute(orderCommands.acceptProposal, body.orderId, { ...body, timeZone })
    },

    async exportProposalText({ person, query, response }) {
      const found = await requireVisibleOrder(handler, person, query.id)
      const { version, proposal } = await readProposalVersion(events, found, query.version)
      const filename = exportName(found.order, `proposal version ${version}`, await todayOf(context), 'txt')
      response.type('text/plain; charset=utf-8').attachment(filename).send(proposalText(proposal, version))
      return undefined
    },

    // The documents that have numbers: commands, which have an executor of their own.
    issueInvoice: ({ body, execute }) => execute(orderCommands.issueInvoice, body.orderId, body, { executor: numbers }),
    sendReceipt: ({ body, execute }) => execute(orderCommands.sendReceipt, body.orderId, body, { executor: numbers }),
    issueCreditNote: ({ body, execute }) =>
      execute(orderCommands.issueCreditNote, body.orderId, body, { executor: numbers }),
  } satisfies Partial<Routes>
}
