import type { Person } from '#domain/event.ts'
import type { OrderLine } from '#domain/history/timeline.ts'
import { asSentTo, isPlaceholder } from '#domain/order/actions.ts'
import { authorName } from '#domain/order/telling.ts'
import type { Columns } from './csv.ts'

type Row = OrderLine & { change: OrderLine['changes'][number] | undefined }

/** Times are ISO 8601, UTC. The number of a line is that of the history page. */
export const historyColumns: Columns<Row> = {
  line: ({ event }) => event.revision + 1,
  time: ({ event }) => event.at,
  who: ({ event: { by } }) => authorName(by),
  side: ({ event }) => (event.by.role === 'admin' ? 'agency' : 'client'),
  what: ({ said }) => said,
  about: ({ change }) => change?.about,
  before: ({ change }) => change?.before,
  after: ({ change }) => change?.after,
}

/** A row for each thing that changed, and one for each event that changed nothing, as its reader may see them. */
export async function* historyRows(lines: AsyncIterable<OrderLine>, reader: Person): AsyncGenerator<Row> {
  for await (const line of lines) {
    if (isPlaceholder(asSentTo(reader, line.event))) continue
    if (line.changes.length === 0) yield { ...line, change: undefined }
    for (const change of line.changes) yield { ...line, change }
  }
}
