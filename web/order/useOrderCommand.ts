import { useEffect, useRef } from 'react'
import type { CommandResult } from '#domain/event.ts'
import type { SentCommand, UndoOf } from '#domain/order/action.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { callCommand } from '#web/api.ts'
import { toast } from '#web/kit/toast.ts'
import { check, useMutation } from '#web/kit/useMutation.ts'
import { useShownOrder } from './context.ts'

/** The raw input of a command: the names are the input's, the values are checked by it. */
export type Entered<Input> = { [Name in Exclude<keyof Input, 'orderId'>]?: unknown }

/**
 * Checks what was entered and sends it. Throws `HttpError`, with status 400 and a message a field when it does not fit.
 */
export async function sendCommand<Input>(
  command: SentCommand<Input> | Promise<SentCommand<Input>>,
  orderId: string,
  entered: Entered<Input>,
  options: { key: string; revision?: number },
): Promise<CommandResult<OrderEvent>> {
  const body = { ...entered, orderId }
  const { input, call } = await command
  await check(input, body)
  return callCommand(call, { body, ...options })
}

/**
 * How an order shows that a change was made, whose answer may be lost: `entered` is what was sent, at the revision `since`. `said`
 * is the message then, and `onDone` is called.
 */
type Shows<Entered> = {
  isDone(order: Order, entered: Entered, since: number): boolean
  said: string
  onDone?(entered: Entered): void
}

/**
 * A change to the order of the page around, one at a time. It makes the call, folds the events of the answer, and shows
 * the success message, with undo where there is one. `what` is the same for every try of one intent; one that was
 * changed back since an earlier try is said to be, and is another intent then. One without an answer is said to be done once
 * the order `shows` it. Resolves to whether it was done.
 */
export function useOrderMutation<Sent = unknown>(undo?: UndoOf, shows?: Shows<Sent>) {
  const { now, applyEvents, catchUp, order: shown } = useShownOrder()
  const { mutate, settle, ...rest } = useMutation()
  const announce = useAnnounce()
  const first = useRef<{ key: string; order: Order; what: Sent; since: number }>(undefined)
  /** How often an earlier try was seen to be changed back since: what is sent after that is another intent. */
  const undone = useRef(0)

  useEffect(() => {
    if (rest.pending || !first.current) return
    if (!shows?.isDone(shown, first.current.what, first.current.since) || !settle()) return
    toast.success(shows.said)
    shows.onDone?.(first.current.what)
  })

  const change = (what: Sent, call: (key: string) => Promise<CommandResult<OrderEvent>>): Promise<boolean> =>
    mutate(async (keyFor) => {
      const key = keyFor([what, undone.current])
      const { order, revision } = now()
      const isRetry = first.current?.key === key
      if (!isRetry) first.current = { key, order, what, since: revision }
      const result = await call(key)
      applyEvents(result.events)
      // Without the live connection, what others did since an earlier try has not come.
      if (isRetry && undo) await catchUp().catch(() => undefined)
      // What an earlier try did has changed the order since, though its answer was lost.
      const isSeen = result.revision <= revision
      const stands = announce(result, isSeen ? first.current!.order : order, undo, isSeen || isRetry)
      if (stands) return true
      undone.current += 1
      first.current = undefined
      return false
    })

  return { change, ...rest }
}

/**
 * A command on the order of the page around: `perform` checks what was entered and makes the change. It resolves to
 * whether it was done; when it was not, the form keeps what was typed. `errors` has a message for each field that does
 * not fit. `said`: the message where something was changed, instead of the server's.
 */
export function useOrderCommand<Input>(command: SentCommand<Input>, shows?: Shows<Entered<Input>>) {
  const { id } = useShownOrder()
  const { change, ...rest } = useOrderMutation(command.undo, shows)
  const perform = (entered: Entered<Input>, said?: string) =>
    change(entered, async (key) => {
      const result = await sendCommand(command, id, entered, { key })
      return said && result.events.length > 0 ? { ...result, message: said } : result
    })
  return { perform, ...rest }
}

/**
 * Shows the message of a change to the order of the page around, given the order before it. An admin has undo beside
 * it, where there is one. Returns false, and says so, where the change `isRepeated` and was changed back since.
 */
export function useAnnounce() {
  const shown = useShownOrder()
  return (result: CommandResult<OrderEvent>, before: Order, undo?: UndoOf, isRepeated = false): boolean => {
    if (shown.controls) return shown.controls.announceWithUndo(shown, result, before, undo, isRepeated)
    toast.success(result.message)
    return true
  }
}
