import { useRef, useState } from 'react'
import type { OrderEvent } from '#domain/order/order.ts'
import type { CommandResult } from '#domain/wire.ts'
import { HttpError } from '#web/http.ts'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { useIdempotencyKey } from '../kit/useIdempotencyKey.ts'
import { useShownOrder } from './context.ts'

/**
 * A change to the order of the page around, one at a time: makes the call, folds the events that came of it, and tells
 * the person. `what` is the same for every try of one intent. Resolves to whether it was done.
 */
export function useOrderMutation() {
  const { applyEvents } = useShownOrder()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(false)
  const running = useRef(false)
  const idempotencyKey = useIdempotencyKey()

  async function change(what: unknown, call: (key: string) => Promise<CommandResult<OrderEvent>>): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setPending(true)
    setErrors({})
    setFailed(false)
    try {
      const { message, events } = await call(idempotencyKey.keyFor(what))
      idempotencyKey.settle()
      applyEvents(events)
      toast.success(message)
      return true
    } catch (error) {
      idempotencyKey.settle(error)
      if (error instanceof HttpError) setErrors(error.fields)
      setFailed(true)
      toastFailure(error)
      return false
    } finally {
      running.current = false
      setPending(false)
    }
  }

  return { change, errors, pending, failed }
}
