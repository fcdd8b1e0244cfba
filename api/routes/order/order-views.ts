import type { Routes } from '#api/http/router.ts'
import { accountCommands } from '#domain/account/actions.ts'

/** The views of the orders that an admin has saved for themselves. */
export const orderViewRoutes = () =>
  ({
    getOrderViews: async ({ account }) => ({ data: account.orderViews ?? [] }),
    saveOrderView: ({ person, body, execute }) => execute(accountCommands.saveOrderView, person.id, body),
    renameOrderView: ({ person, body, execute }) => execute(accountCommands.renameOrderView, person.id, body),
    removeOrderView: ({ person, body, execute }) => execute(accountCommands.removeOrderView, person.id, body),
  }) satisfies Partial<Routes>
