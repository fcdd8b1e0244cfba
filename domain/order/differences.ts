import { exists, type Order } from './order.ts'
import { type ShownValue, shownValues } from './shown-values.ts'
import { stateName } from './states.ts'

/**
 * A difference between two moments of an order: its subject, and its values before and after, in a person's words. `before`
 * is absent where there was nothing, `after` where there is nothing any more.
 */
export type Difference = { about: string; before?: string; after?: string }

const fields = Object.keys(shownValues) as (keyof typeof shownValues)[]

/** The differences between two moments of an order, in the order of its page; none where it did not exist before. */
export function differences(before: Order, after: Order): Difference[] {
  if (!exists(before)) return []
  return fields
    .filter((field) => before[field] !== after[field])
    .flatMap((field) => between(field, before, after))
    .map(({ key: _, field: __, ...difference }) => difference)
}

/** The differences between two moments of an order, each with its place, in the order of the page. */
export const compareMoments = (before: Order, after: Order): Compared[] =>
  fields.flatMap((field) => between(field, before, after))

export type Compared = Difference & {
  key: string
  /** The field of the order that says it. */
  field: keyof Order
}

/** A value with the name of a state for its code: only pages that compare load the names. */
const named = ([key, about, value, code]: ShownValue): ShownValue => [
  key,
  about,
  code === 'state' ? (stateName(value) ?? value) : value,
]

function between(field: keyof typeof shownValues, before: Order, after: Order): Compared[] {
  const shown = shownValues[field] as 'not shown' | ((value: unknown) => readonly ShownValue[])
  if (shown === 'not shown') return []
  const [earlier, later] = [before, after].map(
    (order) => new Map(shown(order[field]).map((value) => [value[0], named(value)])),
  ) as [Map<string, ShownValue>, Map<string, ShownValue>]
  return [...new Map([...earlier, ...later]).values()].flatMap(([key, about]) => {
    const [was, is] = [earlier.get(key)?.[2], later.get(key)?.[2]]
    if ((was ?? '') === (is ?? '')) return []
    // Of files that came or went another difference says how many did.
    if (key.startsWith('file ') && !(earlier.has(key) && later.has(key))) return []
    return [{ key, field, about, ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) }]
  })
}
