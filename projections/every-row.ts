import type { Document, Query } from '#infra/documents/store.ts'
import { createSlices } from '#infra/slices.ts'
import type { ReadModel } from './projection.ts'

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

/** Every document of a read model that meets a query, in slices. */
export const everyFound = <D extends Document>(
  model: Pick<ReadModel<D>, 'collection'>,
  query: Pick<Query, 'where' | 'sort'>,
): AsyncGenerator<D> =>
  everyRow(async (page) => {
    const { documents: rows, ...rest } = await model.collection.find({ ...query, ...page })
    return { rows, ...rest }
  })
