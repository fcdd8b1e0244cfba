/** How many rows would appear, leave or change places if one list of ids took the place of another. */
export function rowChanges(shown: readonly string[], incoming: readonly string[]): number {
  const places = new Map(incoming.map((id, at) => [id, at]))
  const stay = shown.flatMap((id) => places.get(id) ?? [])
  const moved = stay.length - longestIncrease(stay)
  return incoming.length - stay.length + (shown.length - stay.length) + moved
}

/** How many of the numbers can stand still while the others move between them. */
function longestIncrease(numbers: readonly number[]): number {
  const ends: number[] = []
  for (const number of numbers) {
    const at = ends.findIndex((end) => end >= number)
    if (at < 0) ends.push(number)
    else ends[at] = number
  }
  return ends.length
}
