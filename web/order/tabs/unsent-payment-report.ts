import { useState } from 'react'
import { type Paise, toWireRupees } from '#domain/money.ts'
import type { Payment } from '#domain/order/payments.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { localStore, shapeOf } from '#web/kit/storage.ts'
import { today } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'

/** The unsent report of a payment; `payment` is its id, so that it is reported once however often it is sent. */
type UnsentPaymentReport = { payment: string; amount: string; reference: string; paidOn: string }

const reportShape = shapeOf<UnsentPaymentReport>(({ payment, amount, reference, paidOn }) =>
  [payment, amount, reference, paidOn].every((each) => typeof each === 'string'),
)

/** `reported`: what was due as the payment before was reported, until that is no more. */
type Begun = UnsentPaymentReport & { isTyped?: true; reported?: Paise | undefined }

/**
 * A report that is being written: it outlives a reload and a lost connection. It begins with what was reported, or is due: as
 * long as nothing is typed it follows that, and says nothing of what was reported a moment ago.
 */
export function useUnsentPaymentReport(from: Payment | Paise | undefined) {
  const { id, order } = useShownOrder()
  const before = typeof from === 'object' ? from : undefined
  const key = `payment-draft:${id}${before ? `:${before.id}` : ''}`
  const begun = (): Begun => ({
    payment: before?.id ?? newIdempotencyKey(),
    amount: before ? toWireRupees(before.amount) : '',
    reference: before?.reference ?? '',
    paidOn: before?.paidOn ?? today(),
  })
  const [stored, setValues] = useState((): Begun => {
    const written = localStore.read(key, reportShape)
    return written ? { ...written, isTyped: true } : begun()
  })
  // It was recorded, and the answer was lost: what is typed next is another payment.
  if (!before && order.payments.some((each) => each.id === stored.payment)) {
    localStore.remove(key)
    setValues(begun())
  }
  const due = typeof from === 'number' ? from : undefined
  if (stored.reported !== undefined && due === undefined) setValues({ ...stored, reported: undefined })
  const follows = !before && !stored.isTyped
  const amount = follows && due !== undefined && due !== stored.reported ? toWireRupees(due) : stored.amount
  const values: UnsentPaymentReport = { ...stored, amount, paidOn: follows ? today() : stored.paidOn }
  return {
    values,
    keep(entries: Record<string, unknown>) {
      const { amount, reference, paidOn } = entries
      const written = { payment: values.payment, amount, reference, paidOn } as UnsentPaymentReport
      localStore.write(key, written)
      setValues({ ...written, isTyped: true })
    },
    /** Once it is reported: the next one is another payment. */
    forget() {
      localStore.remove(key)
      setValues({ ...begun(), reported: due })
    },
  }
}
