import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { accountStreams } from '#domain/account/account.ts'
import { idIn, type WireEvent } from '#domain/event.ts'
import { orderCommands } from '#domain/order/actions.ts'
import { KeyHelp, useSingleKeys } from '#web/kit/KeyBar.tsx'
import { followEventsSince } from '#web/live/socket.ts'
import { useShownOrder } from '#web/order/context.ts'
import { type OrderPageCommand, orderPageCommands } from '#web/order/palette-commands.ts'
import { useMoment } from '#web/order/tabs.ts'
import './ActionRail.css'

/** The short names of commands in the rail; everything else has its key all the same. */
const shortNames: Record<string, string> = { r: 'Reply', s: 'Mark as done', f: 'Share files', o: 'Reopen' }

/**
 * An admin’s most frequent commands on an order, always in sight: along the foot of the window, in a thumb’s reach on a
 * phone. Each has a key, as has whatever else can be done here; `?` shows them all.
 */
export function ActionRail(props: ActionRailProps) {
  useLiveContact()
  return useMoment().at === undefined && <Actions {...props} />
}

type ActionRailProps = { onRun(command: OrderPageCommand): void }

function Actions({ onRun }: ActionRailProps) {
  const { order, viewer } = useShownOrder()
  const commands = useMemo(
    () => orderPageCommands(orderCommands, order, viewer.role).filter(({ key }) => key !== undefined),
    [order, viewer.role],
  )
  const table = Object.fromEntries(commands.map((command) => [command.key!, () => onRun(command)]))
  const { on, onSwitch, help, onHelp } = useSingleKeys(table)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      className="action-rail flex gap-0-5 px-pad target small ink-above on-paper sticky"
      role="group"
      aria-label="Actions for this project"
    >
      {commands
        .filter(({ key }) => key! in shortNames)
        .map((command) => (
          <button
            key={command.key}
            type="button"
            className="action-rail-act min-w-0 target weight-500"
            aria-keyshortcuts={on ? command.key : undefined}
            title={command.label}
            onClick={() => onRun(command)}
          >
            {on && <kbd>{command.key!.toUpperCase()}</kbd>}
            <span>
              {shortNames[command.key!]}
              {command.key === 's' && (
                <span className="action-rail-what hidden">{command.label.slice(shortNames.s!.length)}</span>
              )}
            </span>
          </button>
        ))}
      <button type="button" className="action-rail-act is-help min-w-0 target weight-500" onClick={() => onHelp(true)}>
        <kbd>?</kbd> <span>all shortcuts</span>
      </button>
      {help && (
        <KeyHelp
          keys={commands.map(({ key, label }) => [[key!.toUpperCase()], label] as const)}
          on={on}
          onSwitch={onSwitch}
          onClose={() => onHelp(false)}
        />
      )}
    </div>
  )
}

/**
 * Loads the page’s data again when the client’s name, phone or email has changed or was deleted, also while there was no
 * connection.
 */
function useLiveContact(): void {
  const { order } = useShownOrder()
  const [clientId] = useState(order.clientId) // which the order forgets once the client is erased
  const { revalidate } = useRevalidator()
  const again = useEffectEvent(() => void revalidate())
  const onEvent = useEffectEvent(({ stream, type }: WireEvent) => {
    const isTheirs = idIn(accountStreams, stream) === clientId
    if (isTheirs && /^((Profile|Address)Change|AccountErased|ErasureCompleted)/.test(type)) void revalidate()
  })
  useEffect(() => followEventsSince(onEvent, again), [])
}
