import { listed } from '#domain/count.ts'
import type { ListChange } from '#domain/questionnaire/list-changes.ts'

/** Lists the unsaved changes, by place: `7 and 10 changed, 12 added, 3 moved, “Launch” deleted.` */
export function changesInWords<Item extends { id: number }>(
  changes: readonly ListChange<Item>[],
  nameOf: (item: Item) => string,
): string {
  const places = (kind: 'added' | 'changed' | 'moved') => [
    ...new Set(changes.flatMap((each) => (each.kind === kind ? [each.to] : []))),
  ]
  const removed = changes.flatMap((each) =>
    each.kind === 'removed' ? [`“${nameOf(each.item) || 'an empty item'}”`] : [],
  )
  const [added, changed, moved] = [places('added'), places('changed'), places('moved')]
  const parts = [
    changed.length > 0 && `${listed(changed)} changed`,
    added.length > 0 && `${listed(added)} added`,
    moved.length > 0 && `${listed(moved)} moved`,
    removed.length > 0 && `${listed(removed)} deleted`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
