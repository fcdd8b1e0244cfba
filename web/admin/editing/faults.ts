import type { Identified, LineConflict } from './draft.ts'
import type { Fault } from './Foot.tsx'

/** The lines that keep a list from being saved: those with a fault, and those that two wrote on. */
export const faultsOf = <Item extends Identified>(
  items: readonly Item[],
  wrong: ReadonlySet<number>,
  conflicts: readonly LineConflict<Item>[],
): Fault[] => {
  const place = (id: number) => items.findIndex((each) => each.id === id) + 1
  const clashing = new Set(conflicts.map(({ id }) => id))
  return [
    ...items.filter(({ id }) => wrong.has(id) && !clashing.has(id)).map(({ id }) => fault(id, place(id), 'wrong')),
    ...conflicts.map(({ id }) => fault(id, place(id), 'conflict')),
  ]
}

const fault = (id: number, place: number, why: Fault['why']): Fault => ({ id, place, why })
