import { z } from 'zod'
import { personal } from '#domain/action.ts'
import { withoutUndefined } from '#domain/command.ts'
import { gstin, isOfState, notOfState, orEmpty, stateCode } from '#domain/settings/gst.ts'
import { entryTraits, orderCommand, orderEvent, type Undo, undoBy } from './action.ts'
import { orderId, requiredText, singleLineText } from './input.ts'
import type { Buyer } from './issued.ts'
import { onlyWhileOpen } from './order.ts'
import { unlessErased } from './telling.ts'

export const BillingDetailsGiven = orderEvent(
  'BillingDetailsGiven',
  {
    name: personal(z.string(), 'erased'),
    address: personal(z.string().optional()),
    state: personal(z.string().optional()),
    gstin: personal(z.string().optional()),
  },
  {
    ...entryTraits,
    kind: 'money',
    apply: (order, buyer) => ({ ...order, buyer }),
    sentence: ({ name }) => `Billing details${unlessErased(': ', name, 100) || ' given'}`,
  },
)

const isSame = (one: Buyer | undefined, other: Buyer): boolean =>
  one !== undefined && (['name', 'address', 'state', 'gstin'] as const).every((field) => one[field] === other[field])

/** Sets the invoiced party: the whole of it, so that a part that is left out or empty is removed. */
export const giveBillingDetails = orderCommand(
  'giveBillingDetails',
  z
    .object({
      orderId,
      name: singleLineText('Please enter the name or company to invoice', 200),
      address: orEmpty(requiredText('Please enter the address', 300)),
      state: orEmpty(stateCode),
      gstin: orEmpty(gstin),
    })
    .refine(isOfState, notOfState),
  {
    summary: 'Set who an order’s invoices are for',
    call: 'PUT /api/give-billing-details',
    scope: 'orders:write',
    roles: ['client', 'admin'],
    success: 'Billing details saved',
    decide(order, { orderId: _, ...given }) {
      onlyWhileOpen(order)
      const buyer: Buyer = withoutUndefined(given)
      return isSame(order.buyer, buyer) ? [] : [BillingDetailsGiven(buyer)]
    },
    undo: ({ buyer: before }, { data }): Undo | undefined =>
      before && undoBy(giveBillingDetails, before, ({ buyer }) => isSame(buyer, data)),
    palette: [{ tab: 'invoice', label: 'Edit billing details', words: 'company address gstin invoice' }],
  },
)
