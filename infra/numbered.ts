import { randomUUID } from 'node:crypto'
import { ZodError } from 'zod'
import { NotAllowed, NotFound, Refusal } from '#domain/command.ts'
import { type CommandResult, type Event, type Person, type Recorded, streamOf, toWire } from '#domain/event.ts'
import { type OrderEvent, orderCommands, orders } from '#domain/order/actions.ts'
import {
  documentNumberCommands,
  documentNumbers,
  documentNumbersId,
  NumberNeeded,
  NumberOpen,
  type Reservation,
} from '#domain/order/document-numbers.ts'
import { issuerOf } from '#domain/order/draft-invoice.ts'
import { type NumberedKind, seriesOf, usualSchemes } from '#domain/settings/billing.ts'
import { defaultTimeZone } from '#domain/settings/brand.ts'
import { dayIn } from '#domain/time-zone.ts'
import { loadAgency } from './agency.ts'
import {
  type CommandHandler,
  type CommandMetadata,
  isUnchangeable,
  KeyReused,
  NewerEvents,
  Stale,
} from './events/command-handler.ts'
import { type EventStore, readRange } from './events/store.ts'
import { createTurns } from './turns.ts'
import { insteadOf, Unavailable } from './unavailable.ts'

type OrderCommand = (typeof orderCommands)[keyof typeof orderCommands]
/** The input of a command that issues a document, in which number, id and what the agency has set are filled in here. */
type Numbered = { orderId: string; issued?: Pick<Reservation, 'documentId' | 'number' | 'issuedOn'> | undefined }
/** A request to the stream of numbers. */
type NumberRequest = Omit<Reservation, 'by' | 'number'> & { clientId: string }

export type Numbers = ReturnType<typeof createNumbered>

type Dependencies = {
  events: EventStore
  /** A handler that knows what is recorded by now. */
  handler: CommandHandler
  /** Milliseconds since 1970. */
  now(): number
}

/** How many events after the revision a document is looked for in: those that its command may record with it. */
const lookedThrough = 4
/** How many documents wait in this process for their turn. */
const maxWaiting = 200

/**
 * Issues documents with numbers that have neither gaps nor doubles, however many are issued at once and whenever a process
 * ends. A number is reserved for one document, at one revision of its order; no other is reserved until that one is used or
 * freed. Any process may finish what another has begun: at that revision the document is issued once, by the first. Once the
 * order has moved on without it, it can’t be issued any more, and the next document takes the number.
 */
export function createNumbered({ events, handler, now }: Dependencies) {
  const turns = createTurns({ ofOne: 1, waiting: maxWaiting })

  /** The events that a document was issued by: right after its revision, or never. Empty where it is not issued. */
  async function eventsOf({ orderId, revision, documentId }: Reservation): Promise<Recorded<OrderEvent>[]> {
    const after = await readRange<OrderEvent>(events, streamOf(orders, orderId), revision + 1, revision + lookedThrough)
    const isIssued = after.some(
      ({ data }: Recorded<Event>) => (data as { documentId?: string }).documentId === documentId,
    )
    return isIssued ? after.filter(({ at, by }) => at === after[0]!.at && by.id === after[0]!.by.id) : []
  }

  /**
   * Issues the document of a reservation, or frees its number where the order refuses it; any process may. Throws why
   * there is none: `Stale` where the order has moved on, or what `handle` throws.
   */
  async function complete(reservation: Reservation, metadata: CommandMetadata): Promise<CommandResult<OrderEvent>> {
    const { orderId, documentId, number, issuedOn, revision } = reservation
    const command = orderCommands[reservation.command as keyof typeof orderCommands] as OrderCommand
    const input = { ...JSON.parse(reservation.input || '{}'), orderId, issued: { documentId, number, issuedOn } }
    const attempt = await handler
      .handle(command as never, orderId, input as never, { ...metadata, expectedRevision: revision })
      .then((result: CommandResult) => ({ result }))
      .catch((error: unknown) => {
        if (isFinal(error)) return { error }
        throw error
      })
    const issued = await eventsOf(reservation)
    const settled = { documentId, isIssued: issued.length > 0 }
    await handler.handle(documentNumberCommands.settleNumber, documentNumbersId, settled, { by: reservation.by })
    const last = issued.at(-1)
    if (last) {
      const { success: message } = command
      return { message, revision: last.revision, position: String(last.position), events: issued.map(toWire) as never }
    }
    if ('error' in attempt) throw attempt.error
    return attempt.result as CommandResult<OrderEvent>
  }

  /** Completes the document that is begun. A refusal is for the caller who began it, not for this one. */
  async function finish(open: Reservation): Promise<void> {
    const { by, cause } = open
    await complete(open, { by, ...(cause ? { cause } : {}) }).catch(insteadOf(isFinal, undefined))
  }

  /** Reserves the next number once no other is open. */
  async function reserve(document: NumberRequest, by: Person): Promise<Reservation> {
    for (;;) {
      try {
        const { events } = await handler.handle(documentNumberCommands.reserveNumber, documentNumbersId, document, {
          by,
        })
        const { number } = events[0]!.data as { number: string }
        return { ...document, number, by }
      } catch (error) {
        if (!(error instanceof NumberOpen)) throw error
        const { open } = error
        await finish(open).catch((reason) => {
          throw isUnchangeable(reason) ? new NumberBlocked(open, reason) : reason
        })
      }
    }
  }

  async function issueNext(command: OrderCommand, input: Numbered, kind: NumberedKind, metadata: CommandMetadata) {
    for (;;) {
      const { orderId, ...rest } = input
      const { state: order, revision } = await handler.load(orders, orderId, { current: true })
      const { by, cause, expectedRevision = revision } = metadata
      if (expectedRevision !== revision) throw new Stale(revision)
      const agency = await loadAgency(handler)
      const scheme = agency.billing?.schemes?.[kind] ?? usualSchemes[kind]
      const issuedOn = dayIn(agency.timeZone ?? defaultTimeZone, now())
      const series = seriesOf(scheme, issuedOn)
      const document = { documentId: randomUUID(), series, issuedOn, orderId, clientId: order.clientId, revision }
      const request = { ...document, command: command.name, ...(cause ? { cause } : {}), input: JSON.stringify(rest) }
      try {
        return await complete(await reserve(request, by), metadata)
      } catch (error) {
        if (!(error instanceof Stale) || metadata.expectedRevision !== undefined) throw error
      }
    }
  }

  return {
    /**
     * Executes a command of an order that issues a document, as `handle` does. `decide` throws `NumberNeeded` once only
     * the number is missing, and is called again with `issued` in its input. Its event has `documentId` in its data. What the
     * document says of the agency is what it has set by now.
     * Throws what `handle` throws, and `Busy` where too many wait.
     */
    async handle(
      command: OrderCommand,
      orderId: string,
      given: Numbered,
      metadata: CommandMetadata,
    ): Promise<CommandResult<OrderEvent>> {
      const agency = await loadAgency(handler)
      const issuer = issuerOf(agency)
      const input = { timeZone: agency.timeZone ?? defaultTimeZone, ...(issuer ? { issuer } : {}), ...given }
      try {
        const result = await handler.handle(command as never, orderId, input as never, metadata)
        return result as unknown as CommandResult<OrderEvent>
      } catch (error) {
        if (!(error instanceof NumberNeeded)) throw error
        const { kind } = error
        return turns.run('documents', () => issueNext(command, input, kind, metadata))
      }
    },

    /** Finishes the document that is begun, if one is: a process that ended in between has left it. */
    async finishOpen(): Promise<void> {
      const { state } = await handler.load(documentNumbers, documentNumbersId, { current: true })
      if (state.open) await finish(state.open)
    },
  }
}

/**
 * The open number is of an order that is damaged, or was saved by a newer version: it cannot tell whether its document is
 * issued. It is as a store that is away: what waits for the next number is tried again.
 */
class NumberBlocked extends Unavailable {
  override name = 'NumberBlocked'
  constructor({ number, orderId }: Reservation, reason: unknown) {
    super('The next number', reason)
    const reserved = `The number ${number} is reserved for project ${orderId}, which`
    this.message =
      reason instanceof NewerEvents
        ? `${reserved} was saved by a newer version of the site. Nothing with a number can be issued until that version runs again.`
        : `${reserved} is damaged. Restore it first: nothing with a number can be issued before.`
  }
}

/**
 * Whether the document of a reservation cannot be issued by anyone: at its revision its order says the same to all. A key
 * that another request has used has moved the order on.
 */
const isFinal = (error: unknown): boolean =>
  [Stale, KeyReused, Refusal, NotAllowed, NotFound, ZodError].some((type) => error instanceof type)
