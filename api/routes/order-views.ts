import { removeOrderView } from '#domain/account/remove-order-view.ts'
import { renameOrderView } from '#domain/account/rename-order-view.ts'
import { saveOrderView } from '#domain/account/save-order-view.ts'
import type { Routes } from '../http/router.ts'

/** The views of the orders that an admin has saved for themselves. */
export const orderViewRoutes = () =>
  ({
    getOrderViews: async ({ account }) => ({ data: account.orderViews ?? [] }),
    saveOrderView: ({ person, body, execute }) => execute(saveOrderView, person.id, body),
    renameOrderView: ({ person, body, execute }) => execute(renameOrderView, person.id, body),
    removeOrderView: ({ person, body, execute }) => execute(removeOrderView, person.id, body),
  }) satisfies Partial<Routes>
