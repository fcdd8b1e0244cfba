import { createSlices } from '#infra/slices.ts'

/** The next page of rows: so many after the page before ended. */
type NextPage = { limit: number; after: string | undefined }

/** How many rows are in memory at a time, however long a list is. Others wait while they are loaded. */
const limit = 50

/** Every row of a list, page by page, in slices. */
export async function* everyRow<Row>(
  load: (page: NextPage) => Promise<{ rows: readonly Row[]; next?: string }>,
): AsyncGenerator<Row> {
  const pause = createSlices()
  let after: string | undefined
  do {
    await pause()
    const { rows, next } = await load({ limit, after })
    for (const row of rows) {
      await pause()
      yield row
    }
    after = next
  } while (after !== undefined)
}
