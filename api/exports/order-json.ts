import { type ExportedEvent, exportedEvent, exportedOrder } from '#domain/contract/exports.ts'
import { strip } from '#domain/contract/json.ts'
import type { Person, Recorded } from '#domain/event.ts'
import { toWire } from '#domain/event.ts'
import { asSentTo, isPlaceholder, type OrderEvent } from '#domain/order/actions.ts'

type About = { id: string; title: string; revision: number; exportedAt: string }

/**
 * An order's events as a JSON document, event by event: an `exportedOrder`, as its reader may see it. From where something was
 * done, and which admin has read what, is for admins alone.
 */
export async function* orderJson(
  { id, title, revision, exportedAt }: About,
  reader: Person,
  events: AsyncIterable<Recorded<OrderEvent>>,
): AsyncGenerator<string> {
  const format: (typeof exportedOrder.shape.format)['value'] = exportedOrder.shape.format.value
  const head = JSON.stringify({ format, id, title, revision, exportedAt })
  let before = `${head.slice(0, -1)},"events":[\n`
  for await (const recorded of events) {
    const event = asSentTo(reader, recorded)
    if (isPlaceholder(event)) continue
    const { origin } = recorded
    const exported: ExportedEvent = { ...toWire(event), ...(origin && reader.role === 'admin' ? { origin } : {}) }
    yield before + JSON.stringify(strip(exportedEvent, exported))
    before = ',\n'
  }
  yield `${before === ',\n' ? '' : before}\n]}\n`
}
