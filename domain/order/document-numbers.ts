import { z } from 'zod'
import {
  allClear,
  commandsOn,
  defineAggregate,
  defineCommand,
  defineEvent,
  type EventsOf,
  personal,
} from '#domain/action.ts'
import { Refusal } from '#domain/command.ts'
import type { Person } from '#domain/event.ts'
import type { NumberedKind } from '#domain/settings/billing.ts'

const reservation = {
  /** Made for this one document: the event that issues it names it. */
  documentId: z.string(),
  series: z.string(),
  number: z.string(),
  /** The day the document is of (`2026-12-02`, in the agency’s zone), as its series is; absent before there was this. */
  issuedOn: z.string().optional(),
  orderId: z.string(),
  /** The revision of the order that the document is issued at, and at no other: see `infra/numbered.ts`. */
  revision: z.int(),
  /** The command that issues it, by its name. */
  command: z.string(),
  /** The request it is issued by. */
  cause: z.object({ key: z.string(), body: z.string() }).optional(),
}

/** A number that a document is about to be issued with; `input` is what is asked of the command, as JSON. */
export type Reservation = z.infer<z.ZodObject<typeof reservation>> & { input: string; by: Person }

/** How many numbers of each series are taken, and the one of them whose document is not issued yet. */
type DocumentNumbers = { taken: Record<string, number>; open?: Reservation }

const { series, documentId, number, issuedOn, orderId, revision, command, cause } = reservation
const documentFields = allClear({ documentId, number })

/**
 * A number is taken for a document. `clientId` says whose order it is: by their key the input is sealed, since the text of a
 * credit note may say something of them.
 */
const DocumentNumberReserved = defineEvent(
  'DocumentNumberReserved',
  {
    ...allClear({ documentId, series, number, issuedOn, clientId: z.string(), orderId, revision, command, cause }),
    input: personal(z.string(), ''),
  },
  {
    kind: 'settings.numbers',
    sentence: ({ number }) => `Reserved the number ${number}`,
    apply({ taken }: DocumentNumbers, { clientId: _, ...open }, { by }): DocumentNumbers {
      return { taken: { ...taken, [open.series]: (taken[open.series] ?? 0) + 1 }, open: { ...open, by } }
    },
  },
)

/** The document with the number is issued. */
const DocumentNumberUsed = defineEvent('DocumentNumberUsed', documentFields, {
  kind: 'settings.numbers',
  sentence: ({ number }) => `Used the number ${number}`,
  apply: ({ taken }: DocumentNumbers): DocumentNumbers => ({ taken }),
})

/** The document will not be issued: the next one of the series has the number. */
const DocumentNumberFreed = defineEvent('DocumentNumberFreed', documentFields, {
  kind: 'settings.numbers',
  sentence: ({ number }) => `Freed the number ${number}`,
  apply: ({ taken, open }: DocumentNumbers): DocumentNumbers => ({
    taken: open ? { ...taken, [open.series]: taken[open.series]! - 1 } : taken,
  }),
})

/** One stream for all documents of the agency, so that no two of them ever have the same number, whatever the schemes. */
export const documentNumbers = defineAggregate({
  name: 'document_numbers',
  initial: { taken: {} } as DocumentNumbers,
  events: { DocumentNumberReserved, DocumentNumberUsed, DocumentNumberFreed },
})
export type DocumentNumberEvent = EventsOf<typeof documentNumbers.events>
export const documentNumbersId = '1'

/** Another document is about to be issued: that comes first, or the number after it might leave a gap. */
export class NumberOpen extends Error {
  override name = 'NumberOpen'
  readonly open: Reservation
  constructor(open: Reservation) {
    super(`The number ${open.number} is reserved for another document`)
    this.open = open
  }
}

/** Thrown by a command that issues a document, once all its rules are kept and nothing but the number is missing. */
export class NumberNeeded extends Refusal {
  override name = 'NumberNeeded'
  readonly kind: NumberedKind
  constructor(kind: NumberedKind) {
    super('This document needs a number')
    this.kind = kind
  }
}

/** The input of a command that issues a document, beside the rest: undefined before the number is reserved. */
export const issuedAs = z.object({ documentId, number, issuedOn }).optional()

/** The number, the id and the day of the document; throws `NumberNeeded` where they are not reserved yet. */
export function numberOf(
  kind: NumberedKind,
  issued: z.infer<typeof issuedAs>,
  today: string,
): { documentId: string; number: string; issuedOn: string } {
  if (!issued) throw new NumberNeeded(kind)
  return { ...issued, issuedOn: issued.issuedOn ?? today }
}

const everyone = { roles: ['admin', 'client'], success: 'Saved' } as const

/** The commands by which this program reserves numbers. No one calls them from outside. */
export const documentNumberCommands = commandsOn(documentNumbers, {
  /** Takes the next number of a series. Throws `NumberOpen` while another document is about to be issued. */
  reserveNumber: defineCommand(
    'reserveNumber',
    z.object({ ...reservation, clientId: z.string(), input: z.string() }).omit({ number: true }),
    {
      ...everyone,
      decide({ taken, open }: DocumentNumbers, requested) {
        if (open?.documentId === requested.documentId) return []
        if (open) throw new NumberOpen(open)
        const { series } = requested
        const number = series.replace('{n}', String((taken[series] ?? 0) + 1))
        return [DocumentNumberReserved({ ...requested, number })]
      },
    },
  ),
  /** Says whether the document was issued, or will not be: then the next one has its number. */
  settleNumber: defineCommand('settleNumber', z.object({ documentId, isIssued: z.boolean() }), {
    ...everyone,
    decide({ open }: DocumentNumbers, { documentId, isIssued }) {
      if (open?.documentId !== documentId) return []
      const { number } = open
      return [isIssued ? DocumentNumberUsed({ documentId, number }) : DocumentNumberFreed({ documentId, number })]
    },
  }),
})
