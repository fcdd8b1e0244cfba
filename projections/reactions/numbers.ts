import { idIn, type Recorded } from '#domain/event.ts'
import { type DocumentNumberEvent, documentNumbers } from '#domain/order/document-numbers.ts'
import type { Numbers } from '#infra/numbered.ts'
import type { Reaction } from './reaction.ts'

/** How long the process that reserved a number has to issue its document, in milliseconds. */
const timeoutMs = 5_000

/**
 * Finishes documents whose numbers are reserved and that are not issued: who began them has ended in between. It is a task that
 * stays until the number is used or freed.
 */
export const numbersReaction = ({ finishOpen }: Pick<Numbers, 'finishOpen'>): Reaction<string> => ({
  name: 'numbers',
  fromFirst: true,
  concurrency: 1,
  plan(event: Recorded) {
    if (idIn(documentNumbers, event.stream) === undefined) return undefined
    const { type, data, at } = event as Recorded<DocumentNumberEvent>
    const { documentId } = data
    if (type !== 'DocumentNumberReserved') return { drop: [{ group: documentId }] }
    return { tasks: [{ id: documentId, group: documentId, due: Date.parse(at) + timeoutMs, work: documentId }] }
  },
  perform: finishOpen,
})
