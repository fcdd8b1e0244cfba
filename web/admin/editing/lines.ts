import type { Identified } from './draft.ts'

/** A line of a list that is being edited: an item with its index, or one that was taken out and can be put back. */
export type Line<Item> = { kind: 'item'; item: Item; index: number } | { kind: 'gone'; item: Item }

/** The lines of a list: what was taken out of the saved one stands where it stood. */
export function linesOf<Item extends Identified>(items: readonly Item[], saved: readonly Item[]): Line<Item>[] {
  const left = new Set(items.map(({ id }) => id))
  const lines: Line<Item>[] = items.map((item, index) => ({ kind: 'item', item, index }))
  saved.forEach((item, at) => {
    if (left.has(item.id)) return
    const before = saved[at - 1]
    const behind = lines.findIndex((line) => line.item.id === before?.id)
    lines.splice(behind + 1, 0, { kind: 'gone', item })
  })
  return lines
}
