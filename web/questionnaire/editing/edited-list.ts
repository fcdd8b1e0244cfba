import { type Identified, type ListKind, sameIn, sameList } from '#domain/questionnaire/list-changes.ts'
import { type ItemConflict, mergeLists, withFields, withItemBack } from '#domain/questionnaire/merge.ts'

/** A list as it stands on the server, and its revision. */
export type Saved<Item> = { revision: number; items: readonly Item[] }

/** An item that another person changed as well; `by` is what they are called, empty where that is unknown. */
type LineConflict<Item> = ItemConflict<Item> & { by: string }

/** The items written here, and their conflicts with those on the server. */
export type Written<Item> = { items: readonly Item[]; conflicts: readonly LineConflict<Item>[] }

/** A list that is being edited, with every state it can be taken back to. */
export type EditedList<Item> = {
  saved: Saved<Item>
  now: Written<Item>
  past: readonly Written<Item>[]
  future: readonly Written<Item>[]
  /** The field that was written in last, and when: letters in one go are one step back. */
  typing?: { field: string; at: number } | undefined
}

/** How long a pause in typing is that begins another step back: milliseconds. */
const pauseMs = 1_500

/** How many steps back there are. */
const maxSteps = 200

export const editedListOf = <Item extends Identified>(saved: Saved<Item>, now?: Written<Item>): EditedList<Item> => ({
  saved,
  now: now ?? { items: saved.items, conflicts: [] },
  past: [],
  future: [],
})

/** Whether anything is written that does not stand on the server. */
export const isChanged = <Item extends Identified>(kind: ListKind<Item>, { saved, now }: EditedList<Item>): boolean =>
  now.conflicts.length > 0 || !sameList(kind, saved.items, now.items)

/** Writes other items. `field` names what is typed in: letters that follow one another there are one step back. */
export function edited<Item extends Identified>(
  kind: ListKind<Item>,
  list: EditedList<Item>,
  items: readonly Item[],
  { field, at }: { field?: string | undefined; at: number },
): EditedList<Item> {
  const goesOn = field !== undefined && list.typing?.field === field && at - list.typing.at < pauseMs
  return {
    ...list,
    now: withConflicts(kind, { items, conflicts: list.now.conflicts }, list.saved.items),
    past: goesOn ? list.past : [...list.past, list.now].slice(-maxSteps),
    future: [],
    typing: field === undefined ? undefined : { field, at },
  }
}

/** One step back; the same list when there is none. */
export function undone<Item extends Identified>(kind: ListKind<Item>, list: EditedList<Item>): EditedList<Item> {
  const before = list.past.at(-1)
  if (!before) return list
  const { now, past, future } = list
  return {
    ...list,
    now: withConflicts(kind, before, list.saved.items),
    past: past.slice(0, -1),
    future: [now, ...future],
    typing: undefined,
  }
}

/** One step forward again; the same list when there is none. */
export function redone<Item extends Identified>(kind: ListKind<Item>, list: EditedList<Item>): EditedList<Item> {
  const [after, ...future] = list.future
  if (!after) return list
  const now = withConflicts(kind, after, list.saved.items)
  return { ...list, now, past: [...list.past, list.now], future, typing: undefined }
}

/**
 * Takes over what stands on the server now. What is written here stays, and so does every step back: each is merged with
 * what the others wrote since `base`, which is what was saved unless given.
 */
export function received<Item extends Identified>(
  kind: ListKind<Item>,
  list: EditedList<Item>,
  saved: Saved<Item>,
  { by = '', base = list.saved.items }: { by?: string; base?: readonly Item[] } = {},
): EditedList<Item> {
  const merged = ({ items: mine, conflicts: before }: Written<Item>): Written<Item> => {
    const { items, conflicts } = mergeLists(kind, base, mine, saved.items)
    const all = new Map(before.map((each) => [each.id, each]))
    for (const each of conflicts) {
      // What collided before is not settled by colliding elsewhere.
      const fields = new Set([...(all.get(each.id)?.fields ?? []), ...each.fields])
      all.set(each.id, { ...each, by, fields: [...fields] })
    }
    return withConflicts(kind, { items, conflicts: [...all.values()] }, saved.items)
  }
  return { ...list, saved, now: merged(list.now), past: list.past.map(merged), future: list.future.map(merged) }
}

/**
 * Takes over what was saved from here. What was written since it was sent stays; the steps back lead, as before, to what
 * was written then.
 */
export function afterSaving<Item extends Identified>(
  kind: ListKind<Item>,
  list: EditedList<Item>,
  saved: Saved<Item>,
  sent: readonly Item[],
): EditedList<Item> {
  const { now } = received(kind, { ...list, past: [], future: [] }, saved, { base: sent })
  return { ...list, saved, now }
}

/** Another step of the other part of what is saved together: the list itself is as it was. */
export const atRevision = <Item>(list: EditedList<Item>, revision: number): EditedList<Item> => ({
  ...list,
  saved: { ...list.saved, revision },
})

export type Way = 'mine' | 'theirs' | 'both'

/** Settles a conflict: mine stays, theirs stays, or both do, mine behind theirs under `copyId`. */
export function settled<Item extends Identified>(
  kind: ListKind<Item>,
  list: EditedList<Item>,
  id: number,
  way: Way,
  copyId: number,
): EditedList<Item> {
  const conflict = list.now.conflicts.find((each) => each.id === id)
  if (!conflict) return list
  const rest = list.now.conflicts.filter((each) => each !== conflict)
  return {
    ...list,
    now: { items: settledItems(kind, list, conflict, way, copyId), conflicts: rest },
    past: [...list.past, list.now],
    future: [],
    typing: undefined,
  }
}

function settledItems<Item extends Identified>(
  kind: ListKind<Item>,
  { now: { items }, saved }: EditedList<Item>,
  { id, mine, theirs, fields }: LineConflict<Item>,
  way: Way,
  copyId: number,
): readonly Item[] {
  if (way === 'mine') return items
  if (!theirs) return items.filter((each) => each.id !== id)
  if (!mine) return withItemBack(items, theirs, saved.items)
  const taken = withFields(kind, mine, theirs, fields)
  if (way === 'theirs') return items.map((each) => (each.id === id ? taken : each))
  const copy = { ...kind.copied(mine), id: copyId }
  return items.flatMap((each) => (each.id === id ? [taken, copy] : [each]))
}

/** What is written, with the conflicts that are left: each with its item as it is written here and as it stands by now. */
function withConflicts<Item extends Identified>(
  kind: ListKind<Item>,
  { items, conflicts }: Written<Item>,
  saved: readonly Item[],
): Written<Item> {
  const left = conflicts.flatMap((each): LineConflict<Item>[] => {
    const mine = items.find(({ id }) => id === each.id) ?? null
    const theirs = saved.find(({ id }) => id === each.id) ?? null
    if (!mine || !theirs) return mine === theirs ? [] : [{ ...each, mine, theirs }]
    const fields = each.fields.filter((name) => !sameIn(kind, name, mine, theirs))
    return fields.length > 0 ? [{ ...each, mine, theirs, fields }] : []
  })
  return { items, conflicts: left }
}
