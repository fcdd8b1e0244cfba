/** How many items of a list are measured: the size is asked for while others wait. */
const measuredItems = 200
/** Multiples of it are spread evenly between 0 and 1, and never in step with what repeats in a list. */
const golden = (Math.sqrt(5) - 1) / 2

/** About how many bytes a JSON value takes in memory: a word for each value and field, three for an object or a text. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 3 * word + value.length
  if (typeof value !== 'object' || value === null) return word
  let bytes = 3 * word
  if (Array.isArray(value)) return bytes + sizeOfItems(value)
  for (const name in value) bytes += word + sizeOf(value[name as keyof typeof value])
  return bytes
}

/** Estimates the size of a long list by some of its items. */
function sizeOfItems(list: readonly unknown[]): number {
  const count = Math.min(list.length, measuredItems)
  let bytes = 0
  for (let nth = 0; nth < count; nth++) {
    const at = count === list.length ? nth : Math.floor(((nth * golden) % 1) * list.length)
    bytes += word + sizeOf(list[at])
  }
  return count === 0 ? 0 : Math.round((bytes / count) * list.length)
}

const word = 8
