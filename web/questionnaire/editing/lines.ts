import type { ListChange } from '#domain/questionnaire/list-changes.ts'
import type { Identified } from './edited-list.ts'

/** A line of a list that is being edited: an item with its index, or one that was taken out and can be put back. */
type Line<Item> = { kind: 'item'; item: Item; index: number } | { kind: 'gone'; item: Item }

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

/** The unsaved mark beside a line: `new`, `changed`, `moved up from 22`; undefined where it stands as saved. */
export function markOf<Item extends { id: number }>(id: number, changes: readonly ListChange<Item>[]) {
  const own = changes.filter((each) => (each.kind === 'changed' ? each.after.id : each.item.id) === id)
  const words = own.map((each) => {
    if (each.kind === 'added') return 'new'
    if (each.kind === 'moved') return `moved ${each.to < each.from ? 'up' : 'down'} from ${each.from}`
    return 'changed'
  })
  return words.length > 0 ? words.join(', ') : undefined
}

/** A list with one item taken out of a place and put into another; places count from 0. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), items[from]!, ...rest.slice(to)]
}
