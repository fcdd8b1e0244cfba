/** How long all long reads together compute in one turn of the event loop, in milliseconds. */
const sliceMs = 5

/** The work that waits for a turn, with how many turns it has had. */
const waiting: { turns: number; resume(): void }[] = []
/** When the slice of this turn of the event loop is over; undefined while nothing has begun in it. */
let end: number | undefined

function beginSlice(): void {
  end = performance.now() + sliceMs
  setImmediate(nextTurn)
}

/** One goes on in each turn. It is the one that has had fewest: what is short does not wait for what is long. */
function nextTurn(): void {
  end = undefined
  const fewest = Math.min(...waiting.map(({ turns }) => turns))
  const [next] = waiting.splice(
    waiting.findIndex(({ turns }) => turns === fewest),
    1,
  )
  if (!next) return
  beginSlice()
  next.resume()
}

/**
 * Divides long work into slices, so that others have their turn between them, however much is under way. What it answers
 * is called before each piece of the work: it answers nothing, or what to await first.
 */
export function createSlices(): () => Promise<void> | undefined {
  let turns = 0
  return () => {
    if (end === undefined) beginSlice()
    else if (performance.now() >= end) return new Promise((resume) => waiting.push({ turns: turns++, resume }))
    return undefined
  }
}

/** The same items in slices. What is done with one of them is part of its slice. */
export async function* inSlices<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  const pause = createSlices()
  await pause()
  for await (const item of items) {
    yield item
    await pause()
  }
}

/** Every item of pages of a size, without a pause: `next` answers the page after an item, the first one after none. */
export async function* inPages<T>(
  size: number,
  next: (last: T | undefined) => T[] | Promise<T[]>,
): AsyncGenerator<T, void> {
  let last: T | undefined
  do {
    const page = await next(last)
    yield* page
    last = page.length < size ? undefined : page.at(-1)
  } while (last !== undefined)
}
