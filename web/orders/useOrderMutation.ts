import type { OrderEvent } from '#domain/order/order.ts'
import type { CommandResult } from '#domain/wire.ts'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import { useShownOrder } from './context.ts'

/**
 * A change to the order of the page around, one at a time: makes the call, folds the events that came of it, and tells
 * the person. `what` is the same for every try of one intent. Resolves to whether it was done.
 */
export function useOrderMutation() {
  const { applyEvents } = useShownOrder()
  const { mutate, errors, pending, failed } = useMutation()

  const change = (what: unknown, call: (key: string) => Promise<CommandResult<OrderEvent>>): Promise<boolean> =>
    mutate(async (keyFor) => {
      const { message, events } = await call(keyFor(what))
      applyEvents(events)
      toast.success(message)
      return true
    })

  return { change, errors, pending, failed }
}
