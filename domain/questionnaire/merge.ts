import { nextId } from './editing.ts'
import { differingFields, type Identified, type ListKind, movedIds, sameIn } from './list-changes.ts'

/**
 * An item that two people changed in the same place, or that one changed while the other removed it (null: removed).
 * `fields` names what collides; the rest of both was merged.
 */
export type ItemConflict<Item> = { id: number; mine: Item | null; theirs: Item | null; fields: string[] }

type Merged<Item> = { items: Item[]; conflicts: ItemConflict<Item>[] }

/**
 * Merges two lists that were made from one. What only one side changed is taken, field by field; where both changed the
 * same, mine stands in the result and the conflict is named. Items that both added under one id are kept both: mine
 * gets another id.
 */
export function mergeLists<Item extends Identified>(
  kind: ListKind<Item>,
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
): Merged<Item> {
  const own = withFreeIds(kind, base, mine, theirs)
  const [inBase, inMine, inTheirs] = [byId(base), byId(own), byId(theirs)]
  const conflicts: ItemConflict<Item>[] = []
  const merged = new Map<number, Item>()

  for (const id of new Set([...own, ...theirs].map((each) => each.id))) {
    const [before, ours, other] = [inBase.get(id), inMine.get(id), inTheirs.get(id)]
    const settled = mergeItem(kind, id, before, ours, other)
    if (settled.item) merged.set(id, settled.item)
    if (settled.conflict) conflicts.push(settled.conflict)
  }
  return { items: inOrder(base, own, theirs, merged), conflicts }
}

type Settled<Item> = { item?: Item | undefined; conflict?: ItemConflict<Item> }

function mergeItem<Item extends Identified>(
  kind: ListKind<Item>,
  id: number,
  before: Item | undefined,
  mine: Item | undefined,
  theirs: Item | undefined,
): Settled<Item> {
  if (!before) return { item: mine ?? theirs }
  if (mine && theirs) return mergeFields(kind, before, mine, theirs)
  const left = mine ?? theirs
  const fields = left ? differingFields(kind, before, left) : []
  // One of both removed it. That stands, unless the other one has changed it.
  if (fields.length === 0) return {}
  return { item: mine, conflict: { id, mine: mine ?? null, theirs: theirs ?? null, fields } }
}

function mergeFields<Item extends Identified>(kind: ListKind<Item>, before: Item, mine: Item, theirs: Item) {
  const isTheirs = (name: string) => sameIn(kind, name, before, mine) && !sameIn(kind, name, before, theirs)
  const fields = differingFields(kind, before, mine).filter(
    (name) => !sameIn(kind, name, before, theirs) && !sameIn(kind, name, mine, theirs),
  )
  const item = withFields(kind, mine, theirs, Object.keys(kind.fields).filter(isTheirs))
  return fields.length > 0 ? { item, conflict: { id: mine.id, mine: item, theirs, fields } } : { item }
}

/** An item with what another one says under some names. */
export function withFields<Item extends Identified>(
  kind: ListKind<Item>,
  item: Item,
  other: Item,
  names: readonly string[],
): Item {
  const fields = new Set(names.flatMap((name) => kind.fields[name] ?? []))
  const rest = Object.entries(item).filter(([field]) => !fields.has(field as keyof Item))
  const taken = Object.entries(other).filter(([field]) => fields.has(field as keyof Item))
  return Object.fromEntries([...rest, ...taken]) as Item
}

/** A list with an item of another version of it where it stood there: behind the last of those before it. */
export function withItemBack<Item extends Identified>(
  items: readonly Item[],
  item: Item,
  version: readonly Item[],
): Item[] {
  const before = version.slice(
    0,
    version.findIndex(({ id }) => id === item.id),
  )
  const behind = before.findLast(({ id }) => items.some((each) => each.id === id))
  const at = behind ? items.findIndex(({ id }) => id === behind.id) + 1 : 0
  return [...items.slice(0, at), item, ...items.slice(at)]
}

/** Mine, with an id of its own for each item that the other side added under the same id. */
function withFreeIds<Item extends Identified>(
  kind: ListKind<Item>,
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
): Item[] {
  const known = byId(base)
  let items = [...mine]
  for (const each of mine) {
    const twin = known.has(each.id) ? undefined : theirs.find(({ id }) => id === each.id)
    if (!twin || differingFields(kind, each, twin).length === 0) continue
    items = kind.renumbered(items, each.id, nextId(items, theirs, base))
  }
  return items
}

/** The order of theirs, with what I moved or added behind what it stands behind in mine. */
function inOrder<Item extends Identified>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  merged: ReadonlyMap<number, Item>,
): Item[] {
  const moved = movedIds(base, mine)
  const order = theirs.filter(({ id }) => merged.has(id) && !moved.has(id)).map(({ id }) => id)
  mine.forEach(({ id }, at) => {
    if (!merged.has(id) || order.includes(id)) return
    const before = mine.slice(0, at).findLast((each) => order.includes(each.id))
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, id)
  })
  return order.map((id) => merged.get(id)!)
}

const byId = <Item extends Identified>(items: readonly Item[]) => new Map(items.map((each) => [each.id, each]))
