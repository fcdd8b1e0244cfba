import type { ListChange } from '#domain/template/list-changes.ts'

/** What the pencil says beside a line: `new`, `changed`, `moved up from 22`; undefined where it stands as saved. */
export function markOf<Item extends { id: number }>(id: number, changes: readonly ListChange<Item>[]) {
  const own = changes.filter((each) => (each.kind === 'changed' ? each.after.id : each.item.id) === id)
  const words = own.map((each) => {
    if (each.kind === 'added') return 'new'
    if (each.kind === 'moved') return `moved ${each.to < each.from ? 'up' : 'down'} from ${each.from}`
    return 'changed'
  })
  return words.length > 0 ? words.join(', ') : undefined
}
