import type { CommandResult, Recorded } from '#domain/event.ts'
import type { SentCommand, UndoOf } from '#domain/order/action.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Order } from '#domain/order/order.ts'
import { isSameValue } from '#web/kit/synced.ts'
import { type SyncedFormOptions, useSyncedForm } from '#web/kit/useSyncedForm.ts'
import { useShownOrder } from './context.ts'
import { type Entered, sendCommand, useAnnounce } from './useOrderCommand.ts'

type Options<Values> = Pick<SyncedFormOptions<Values>, 'suggested' | 'same' | 'isShown' | 'show'> & {
  /** The fields as the order has them; undefined where there are none yet. */
  valuesOf(order: Order): { readonly [Name in keyof Values]: Values[Name] | undefined }
  /** The fields as an event set them; undefined for one that is about something else. */
  valuesIn(event: OrderEvent): Partial<Values> | undefined
}

type Send<Values> = (
  changes: Partial<Values>,
  options: { key: string; revision: number },
) => Promise<CommandResult<OrderEvent>>

/** A form about what the order of the page around says, sent by `sendCommand`. It is stored by its name until it was sent. */
export function useSyncedOrder<Values extends object>(
  name: string,
  send: Send<Values>,
  { valuesOf, valuesIn, ...options }: Options<Values>,
  undo?: UndoOf,
) {
  const { id, order, revision, events, viewer, now, applyEvents, catchUp } = useShownOrder()
  const announce = useAnnounce()
  const serverStateOf = (now: { order: Order; revision: number }) => ({
    values: valuesOf(now.order),
    revision: now.revision,
  })
  return useSyncedForm<Values>({
    ...options,
    storedAs: `${name}:${id}`,
    serverState: serverStateOf({ order, revision }),
    async send(changes, how) {
      const { order: before } = now()
      const result = await send(changes, how)
      const serverState = serverStateOf(applyEvents(result.events))
      return { message: result.message, serverState, announce: () => announce(result, before, undo) }
    },
    refresh: async () => serverStateOf(await catchUp()),
    writerOf(name) {
      const by = lastChange(events, (event) => valuesIn(event)?.[name])?.by
      return by?.id === viewer.id ? 'You (in another window)' : by?.name
    },
  })
}

/** What the form of a command says beside, where it is about a part of the order or sends more than was changed. */
type CommandOptions<Input, Values> = Options<Values> & {
  /** The part, by which what is written is stored. */
  part?: string
  /** The input for some changes: they themselves unless given. */
  inputOf?(changes: Partial<Values>): Entered<Input>
}

/** The form of a command on the order of the page around. */
export function useOrderForm<Input, Values extends Entered<Input>>(
  command: SentCommand<Input>,
  { part, inputOf = (changes) => changes, ...options }: CommandOptions<Input, Values>,
) {
  const { id } = useShownOrder()
  return useSyncedOrder<Values>(
    part === undefined ? command.name : `${command.name} ${part}`,
    (changes, how) => sendCommand<Input>(command, id, inputOf(changes), how),
    options,
    command.undo,
  )
}

/** The event that made a value what it is: the last one that set it to something else than it was. */
function lastChange(
  events: readonly Recorded<OrderEvent>[],
  valueIn: (event: OrderEvent) => unknown,
): Recorded<OrderEvent> | undefined {
  let last: Recorded<OrderEvent> | undefined
  for (const event of events) {
    const value = valueIn(event)
    if (value !== undefined && !(last && isSameValue(value, valueIn(last)))) last = event
  }
  return last
}
