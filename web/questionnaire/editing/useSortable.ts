import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

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
