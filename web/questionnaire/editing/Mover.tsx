import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { keepInSight } from '#web/kit/in-sight.ts'
import { Down, Grip, Up } from './icons.tsx'
import './Mover.css'

type MoverProps = {
  /** The name of what is moved: `question 3`. */
  label: string
  id: number
  index: number
  count: number
  handle: RefObject<HTMLSpanElement | null>
  onMove(from: number, to: number): void
}

let focusAfterMove: string | undefined

/** Moves a row: by dragging the handle, by the buttons, or by the arrow keys on them. The focus goes with the row. */
export function Mover({ label, id, index, count, handle, onMove }: MoverProps) {
  const buttonId = (way: 'up' | 'down') => `move-${way}-${id}`

  // A row that is taken up and put down elsewhere in the page loses the focus.
  useEffect(() => {
    if (focusAfterMove !== buttonId('up') && focusAfterMove !== buttonId('down')) return
    const button = document.getElementById(focusAfterMove)!
    button.focus()
    keepInSight(button)
    focusAfterMove = undefined
  })

  function move(way: 'up' | 'down', to: number) {
    if (to < 0 || to >= count || to === index) return
    focusAfterMove = buttonId(way)
    onMove(index, to)
  }
  function byKey(event: KeyboardEvent) {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to < index ? 'up' : 'down', to)
  }

  return (
    <div className="mover grid ink-2">
      <span ref={handle} className="mover-grip grid place-center" title={`Drag ${label}`}>
        <Grip />
      </span>
      <button
        className="grid place-center rounded column-2 opacity-0"
        type="button"
        id={buttonId('up')}
        aria-label={`Move ${label} up`}
        aria-disabled={index === 0 || undefined}
        onClick={() => move('up', index - 1)}
        onKeyDown={byKey}
      >
        <Up />
      </button>
      <button
        className="grid place-center rounded column-2 opacity-0"
        type="button"
        id={buttonId('down')}
        aria-label={`Move ${label} down`}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => move('down', index + 1)}
        onKeyDown={byKey}
      >
        <Down />
      </button>
    </div>
  )
}
