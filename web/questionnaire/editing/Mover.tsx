import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
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
  const next = { up: index - 1, down: index + 1 }

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
      {(['up', 'down'] as const).map((way) => (
        <button
          key={way}
          className="grid place-center rounded column-2 opacity-0"
          type="button"
          id={buttonId(way)}
          aria-label={`Move ${label} ${way}`}
          aria-disabled={next[way] < 0 || next[way] === count || undefined}
          onClick={() => move(way, next[way])}
          onKeyDown={byKey}
        >
          {way === 'up' ? <Up /> : <Down />}
        </button>
      ))}
    </div>
  )
}

type SortableOptions = {
  /** The list that rows may be moved within. */
  list: string
  /** The id of the row's element. Rows may be of any height. */
  rowId: string
  /** The id of the row's item, among all items in their order. */
  id: number
  items: readonly { id: number }[]
  onMove(from: number, to: number): void
}

/** A row that is dragged by its handle and dropped above or below another one of its list. */
export function useSortable({ list, rowId, id, items, onMove }: SortableOptions) {
  const handle = useRef<HTMLSpanElement>(null)
  const [edge, setEdge] = useState<'above' | 'below'>()
  const drop = useEffectEvent((dragged: unknown, at: 'above' | 'below') => {
    // Others may have moved or deleted either while it was dragged.
    const from = items.findIndex((each) => each.id === dragged)
    const index = items.findIndex((each) => each.id === id)
    if (from < 0) return
    // What is taken out above the place makes it one less.
    const place = at === 'above' ? index : index + 1
    const to = from < place ? place - 1 : place
    if (to !== from) onMove(from, to)
  })

  useEffect(() => {
    const row = document.getElementById(rowId)!
    const edgeAt = (y: number) => {
      const { top, height } = row.getBoundingClientRect()
      return y < top + height / 2 ? 'above' : 'below'
    }
    return combine(
      draggable({
        element: handle.current!,
        getInitialData: () => ({ list, id }),
        onGenerateDragPreview: ({ nativeSetDragImage }) => nativeSetDragImage?.(row, 24, 24),
        onDragStart: () => row.classList.add('is-dragged'),
        onDrop: () => row.classList.remove('is-dragged'),
      }),
      dropTargetForElements({
        element: row,
        canDrop: ({ source }) => source.data.list === list,
        onDrag: ({ location, source }) =>
          setEdge(source.data.id === id ? undefined : edgeAt(location.current.input.clientY)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ location, source }) => {
          setEdge(undefined)
          drop(source.data.id, edgeAt(location.current.input.clientY))
        },
      }),
    )
  }, [list, rowId, id])

  return { handle, edge }
}
