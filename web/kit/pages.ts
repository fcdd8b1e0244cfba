/** What one call answers of a list; `next` is where its rest begins. */
type Page<Row> = { data: Row[]; next?: string | undefined; stale?: true | undefined }

/** Which rows a call answers: so many after the `next` of the page before. */
export type PageQuery = { limit: number; after: string | undefined }

/** The most rows that one call answers. */
export const maxPage = 200

/**
 * Loads a list from its beginning, or from where it was left, until it has at least so many rows. Returns what the first
 * call answers, with the rows of all. Each row is there once: one that moves meanwhile may stand on two pages.
 */
export async function loadPages<Row extends { id: string }, Answer extends Page<Row>>(
  atLeast: number,
  load: (page: PageQuery) => Promise<Answer & Page<Row>>,
  after?: string,
): Promise<Answer> {
  const rows = new Map<string, Row>()
  const loadNext = async (next: string | undefined) => {
    const page = await load({ limit: Math.min(maxPage, Math.max(1, atLeast - rows.size)), after: next })
    for (const row of page.data) if (!rows.has(row.id)) rows.set(row.id, row)
    return page
  }
  const first = await loadNext(after)
  let { next, stale } = first
  while (next !== undefined && rows.size < atLeast) {
    const page = await loadNext(next)
    next = page.next
    stale ||= page.stale
  }
  return { ...first, data: [...rows.values()], next, stale }
}
