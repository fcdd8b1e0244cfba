import type { ListChange } from '#domain/template/list-changes.ts'

/** Numbers as a sentence lists them: `7`, `7 and 10`, `7, 8 and 10`. */
export const listed = (words: readonly (number | string)[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Lines by their places: `line 7`, `lines 7 and 10`. */
const lines = (places: readonly number[]): string => `${places.length === 1 ? 'line' : 'lines'} ${listed(places)}`

/** What is written and not saved yet, in a sentence: `lines 7 and 10 changed, line 12 is new, “Launch” removed.` */
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
    changed.length > 0 && `${lines(changed)} changed`,
    added.length > 0 && `${lines(added)} ${added.length === 1 ? 'is' : 'are'} new`,
    moved.length > 0 && `${lines(moved)} moved`,
    removed.length > 0 && `${listed(removed)} removed`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
