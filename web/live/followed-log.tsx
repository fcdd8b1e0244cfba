import { type Dispatch, type RefObject, type SetStateAction, useEffect, useEffectEvent, useState } from 'react'
import { counted } from '#domain/count.ts'
import type { ActivityNote, SecurityNote } from '#domain/history/kinds.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { toastFailure } from '#web/kit/toast.ts'
import { acquireSocket, onConnected } from './socket.ts'
import './followed-log.css'

type Following =
  | { log: 'activity'; onNote(note: ActivityNote): void }
  | { log: 'security'; onNote(note: SecurityNote): void }

/**
 * Follows the activity or the security log, for an admin: `onNote` hears of every new entry, which is not shown by itself.
 * `lookAgain` is called at every connect: it finds what was written while disconnected.
 */
export function useFollowedLog({ log, onNote, lookAgain }: Following & { lookAgain(): Promise<unknown> }) {
  const note = useEffectEvent(onNote as (note: ActivityNote | SecurityNote) => void)
  const again = useEffectEvent(lookAgain)
  useEffect(() => {
    const { socket, release } = acquireSocket()
    const onMessage = (message: ActivityNote | SecurityNote) => note(message)
    const watch = () => socket.emit(log === 'activity' ? 'watchActivity' : 'watchSecurity')
    socket.on(log, onMessage)
    socket.on('connect', watch)
    if (socket.connected) {
      watch()
      again().catch(() => {}) // what was written since the page was loaded is told the next time
    }
    const stop = onConnected(() => again())
    return () => {
      socket.off(log, onMessage)
      socket.off('connect', watch)
      stop()
      release()
    }
  }, [log])
}

/** A state of a list by its filter: it begins anew with another one. What is set under an earlier filter is dropped. */
export function useStateUnder<T>(filter: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [state, setState] = useState({ filter, value: initial })
  const begun = { filter, value: initial }
  if (state.filter !== filter) setState(begun)
  const set: Dispatch<SetStateAction<T>> = (next) =>
    setState((now) => {
      if (now.filter !== filter) return now
      return { filter, value: typeof next === 'function' ? (next as (value: T) => T)(now.value) : next }
    })
  return [(state.filter === filter ? state : begun).value, set]
}

type NewLinesProps = { count: number; list: RefObject<HTMLElement | null>; onShow(): Promise<void> }

/** How many lines were written since. When they are asked for it shows them, and the reader is at the top of the list. */
export function NewLines({ count, list, onShow }: NewLinesProps) {
  const [pending, setPending] = useState(false)
  async function show() {
    setPending(true)
    try {
      await onShow()
      list.current?.focus({ preventScroll: true })
      list.current?.scrollIntoView({ block: 'start' })
    } catch (error) {
      toastFailure(error)
    }
    setPending(false)
  }
  return (
    <>
      {count > 0 && (
        <Row className="new-lines" bodyClass="py-2 wet on-paper">
          {counted(count, 'new entry', 'new entries')}{' '}
          <TextButton onClick={show} disabled={pending}>
            Show
          </TextButton>
        </Row>
      )}
      <span className="sr" role="status">
        {count > 0 && counted(count, 'new entry', 'new entries')}
      </span>
    </>
  )
}
