/** How many rows are loaded at a time: what is in memory, however long a list is. */
export const rowsAtOnce = 500

/** Every row of a list, page by page: `load` answers a page, from where the one before ended. */
export async function* everyRow<Row>(
  load: (after: string | undefined) => Promise<{ rows: readonly Row[]; next?: string }>,
): AsyncGenerator<Row> {
  let after: string | undefined
  do {
    const { rows, next } = await load(after)
    yield* rows
    after = next
  } while (after !== undefined)
}
