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

/**
 * Every row of a list, each once. A change may move a row to a page that was passed already. Where the list has followed
 * any event meanwhile, it is read once more, and what was missed comes last.
 */
export async function* eachOnce<Row>(
  { list, idOf }: { list: Pick<ReadModel<Document>, 'position'>; idOf(row: Row): string },
  load: Parameters<typeof everyRow<Row>>[0],
): AsyncGenerator<Row> {
  const seen = new Set<string>()
  for (let passes = 0; passes < 2; passes++) {
    const before = await list.position()
    for await (const row of everyRow(load)) {
      const id = idOf(row)
      if (seen.has(id)) continue
      seen.add(id)
      yield row
    }
    if ((await list.position()) === before) return
  }
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
