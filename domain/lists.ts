/** An entry of a list that is in the order of its entries' revisions. */
type Entry = { id: string; revision: number }

/** How a fold makes the next list out of one in its state, which is not used any more afterwards. */
export type Lists = {
  /** The list with one item more. */
  append<T>(list: readonly T[], item: T): T[]
  /** The list with what `change` makes of the entry of this id; without it where that is undefined. */
  change<T extends Entry>(list: readonly T[], id: string, change: (entry: T) => T | undefined): T[]
}

/** Leaves every list as it is and answers another: what a fold of one event does, whose state others still look at. */
export const copiedLists: Lists = {
  append: (list, item) => [...list, item],
  change: (list, id, change) =>
    list.flatMap((entry) => {
      const changed = entry.id === id ? change(entry) : entry
      return changed ? [changed] : []
    }),
}

/**
 * For a fold over many events, so that it takes as long as there are events: copies a list when it is changed for the
 * first time, and changes that copy in place from then on. The states between are nobody's; once this is dropped, the
 * last state never changes.
 */
export function ownedLists(): Lists {
  const owned = new WeakSet<readonly unknown[]>()
  /** The revisions of entries by their ids. An entry keeps its revision, and its place in the list does not stay the same. */
  const revisions = new WeakMap<readonly unknown[], Map<string, number>>()

  function own<T>(list: readonly T[]): T[] {
    if (owned.has(list)) return list as T[]
    const copy = [...list]
    owned.add(copy)
    return copy
  }

  function revisionsIn(list: readonly Entry[]): Map<string, number> {
    const known = revisions.get(list) ?? new Map(list.map(({ id, revision }) => [id, revision]))
    revisions.set(list, known)
    return known
  }

  return {
    append(before, item) {
      const list = own(before)
      list.push(item)
      if (revisions.has(list)) {
        const { id, revision } = item as Entry
        revisions.get(list)!.set(id, revision)
      }
      return list
    },
    change(before, id, change) {
      const list = own(before)
      const revision = revisionsIn(list).get(id)
      const at = revision === undefined ? -1 : placeOf(list, revision)
      if (list[at]?.id !== id) return list
      const changed = change(list[at])
      if (changed) list[at] = changed
      else list.splice(at, 1)
      return list
    },
  }
}

/** Where the entry of a revision is in a list, or would be. */
export function placeOf(list: readonly { revision: number }[], revision: number): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (list[middle]!.revision < revision) from = middle + 1
    else to = middle
  }
  return from
}
