import { placeOf } from '#domain/event.ts'
import type { Entry } from '#domain/order/conversation.ts'
import type { Order } from '#domain/order/order.ts'
import type { Compared, Mark } from '#web/order/context.ts'

type Moment = { order: Order; revision: number }

/** The marks on the page of one moment beside that of another. */
export function comparedWith(
  other: Moment,
  { order, revision }: Moment,
  page: Pick<Compared, 'name' | 'onDisplay' | 'displayedAnew'>,
): Compared {
  const mark: Mark = revision < other.revision ? 'del' : 'ins'
  return {
    ...{ name: page.name, onDisplay: page.onDisplay, displayedAnew: page.displayedAnew },
    other,
    mark: (select) => (isSame(select(order), select(other.order)) ? undefined : mark),
    markOfEntry: (entry) => (hasEntry(other.order.conversation, entry) ? undefined : mark),
  }
}

const isSame = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Whether a conversation has an entry, and in the version that another one has it in. */
function hasEntry(conversation: readonly Entry[], entry: Entry): boolean {
  const there = conversation[placeOf(conversation, entry.revision)]
  return there?.id === entry.id && versionOf(there) === versionOf(entry)
}

const versionOf = (entry: Entry): string | undefined => (entry.kind === 'file' ? entry.file.filename : undefined)
