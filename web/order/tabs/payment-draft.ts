import { useState } from 'react'
import { type Paise, toWireRupees } from '#domain/money.ts'
import type { Payment } from '#domain/order/payments.ts'
import { localStore } from '#web/kit/storage.ts'
import { today } from '#web/kit/time.ts'
import { useShownOrder } from '#web/order/context.ts'

/** What is typed about a payment; `payment` is its id, so that it is reported once however often it is sent. */
type PaymentDraft = { payment: string; amount: string; reference: string; paidOn: string }

/** A report that is being written: it outlives a reload and a lost connection. It begins with what is due, or was reported. */
export function usePaymentDraft(from: Payment | Paise | undefined) {
  const { id } = useShownOrder()
  const before = typeof from === 'object' ? from : undefined
  const key = `payment-draft:${id}${before ? `:${before.id}` : ''}`
  const begun = (): PaymentDraft => ({
    payment: before?.id ?? crypto.randomUUID(),
    amount: before ? toWireRupees(before.amount) : typeof from === 'number' ? toWireRupees(from) : '',
    reference: before?.reference ?? '',
    paidOn: before?.paidOn ?? today(),
  })
  const [values, setValues] = useState(() => keptIn(localStore.get(key)) ?? begun())
  return {
    values,
    keep(entries: Record<string, unknown>) {
      const { amount, reference, paidOn } = entries
      const written = { payment: values.payment, amount, reference, paidOn } as PaymentDraft
      localStore.set(key, JSON.stringify(written))
      setValues(written)
    },
    /** Once it is reported: the next one is another payment. */
    forget() {
      localStore.remove(key)
      setValues({ ...begun(), amount: '' })
    },
  }
}

function keptIn(text: string | undefined): PaymentDraft | undefined {
  try {
    const kept = JSON.parse(text ?? '') as Partial<PaymentDraft>
    const fits = [kept.payment, kept.amount, kept.reference, kept.paidOn].every((each) => typeof each === 'string')
    return fits ? (kept as PaymentDraft) : undefined
  } catch {
    return undefined
  }
}
