import { useRef, useState } from 'react'
import type { OrderAction } from '#domain/order/calls.ts'
import { HttpError } from '#web/http.ts'
import { toast, toastFailure } from '#web/kit/toast.ts'
import { useShownOrder } from './context.ts'
import { useIntent } from './intent.ts'
import { type Entered, send } from './send.ts'

/**
 * An action on the order of the page around: `perform` checks, sends, folds the facts that came of it and tells the
 * person. It resolves to whether it was done; when it was not, the form keeps what was typed. `errors` has a message
 * for each field that does not fit.
 */
export function useOrderAction<Input>(action: OrderAction<Input>) {
  const { id, hear } = useShownOrder()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [pending, setPending] = useState(false)
  const underWay = useRef(false)
  const intent = useIntent()

  async function perform(entered: Entered<Input>): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    setPending(true)
    setErrors({})
    try {
      const { message, events } = await send(action, id, entered, intent.keyFor(entered))
      intent.settle()
      hear(events)
      toast.success(message)
      return true
    } catch (error) {
      intent.settle(error)
      if (error instanceof HttpError) setErrors(error.fields)
      toastFailure(error)
      return false
    } finally {
      underWay.current = false
      setPending(false)
    }
  }

  return { perform, errors, pending }
}
