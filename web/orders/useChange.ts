import { useRef, useState } from 'react'
import type { OrderEvent } from '#domain/order/order.ts'
import type { Changed } from '#domain/wire.ts'
import { HttpError } from '#web/http.ts'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { useShownOrder } from './context.ts'
import { useIntent } from './intent.ts'

/**
 * A change to the order of the page around, one at a time: makes the call, folds the facts that came of it, and tells
 * the person. `what` is the same for every try of one intent. Resolves to whether it was done.
 */
export function useChange() {
  const { hear } = useShownOrder()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(false)
  const underWay = useRef(false)
  const intent = useIntent()

  async function change(what: unknown, call: (key: string) => Promise<Changed<OrderEvent>>): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    setPending(true)
    setErrors({})
    setFailed(false)
    try {
      const { message, events } = await call(intent.keyFor(what))
      intent.settle()
      hear(events)
      toast.success(message)
      return true
    } catch (error) {
      intent.settle(error)
      if (error instanceof HttpError) setErrors(error.fields)
      setFailed(true)
      toastFailure(error)
      return false
    } finally {
      underWay.current = false
      setPending(false)
    }
  }

  return { change, errors, pending, failed }
}
