import { differingFields, type ListKind } from './list-kind.ts'

type Identified = { id: number }

/** One difference between two versions of a list. `from` and `to` are places, counted from 1. */
export type ListChange<Item> =
  | { kind: 'added'; item: Item; to: number }
  | { kind: 'removed'; item: Item; from: number }
  | { kind: 'changed'; before: Item; after: Item; fields: string[]; to: number }
  | { kind: 'moved'; item: Item; from: number; to: number }

/** Returns the changes from one version of a list to the other: items in the order of the later one, then removed ones. */
export function changesBetween<Item extends Identified>(
  kind: ListKind<Item>,
  before: readonly Item[],
  after: readonly Item[],
): ListChange<Item>[] {
  const places = new Map(before.map(({ id }, at) => [id, at]))
  const moved = movedIds(before, after)
  const changes = after.flatMap((item, at): ListChange<Item>[] => {
    const from = places.get(item.id)
    if (from === undefined) return [{ kind: 'added', item, to: at + 1 }]
    const fields = differingFields(kind, before[from]!, item)
    return [
      ...(fields.length > 0
        ? [{ kind: 'changed' as const, before: before[from]!, after: item, fields, to: at + 1 }]
        : []),
      ...(moved.has(item.id) ? [{ kind: 'moved' as const, item, from: from + 1, to: at + 1 }] : []),
    ]
  })
  const left = new Set(after.map(({ id }) => id))
  const removed = before.flatMap((item, at): ListChange<Item>[] =>
    left.has(item.id) ? [] : [{ kind: 'removed', item, from: at + 1 }],
  )
  return [...changes, ...removed]
}

/** The fewest items of both lists that were taken up and put down elsewhere, by id. */
export function movedIds(before: readonly Identified[], after: readonly Identified[]): Set<number> {
  const places = new Map(before.map(({ id }, at) => [id, at]))
  const common = after.filter(({ id }) => places.has(id))
  const stayed = new Set(longestIncreasing(common.map(({ id }) => places.get(id)!)))
  return new Set(common.filter(({ id }) => !stayed.has(places.get(id)!)).map(({ id }) => id))
}

/** The longest rising part of some different numbers (the first of several). */
function longestIncreasing(numbers: readonly number[]): number[] {
  const best: number[][] = []
  numbers.forEach((number, at) => {
    const before = best.slice(0, at).filter((run) => run.at(-1)! < number)
    best.push([...before.reduce((one, other) => (other.length > one.length ? other : one), [] as number[]), number])
  })
  return best.reduce((one, other) => (other.length > one.length ? other : one), [] as number[])
}
