import { evolved, idIn, type Recorded } from '#domain/event.ts'
import { hasWords } from '#domain/words.ts'
import { type LeadEvent, leads } from './actions.ts'
import type { Lead, Stage } from './lead.ts'

/** A lead as lists show it. */
export type LeadRow = Lead & { id: string; revision: number }

/** Folds one event of a lead onto its row: in the read model, and in the browsers that show the list. */
export function evolveLeadRow(row: LeadRow | undefined, event: Recorded<LeadEvent>): LeadRow {
  const { id, revision: _, ...lead } = row ?? { id: idIn(leads, event.stream)!, revision: -1, ...leads.initial }
  return { ...evolved(leads, lead, event), id, revision: event.revision }
}

/** A date after all others: what is not planned is never due. */
export const afterAllDates = '9999-12-31T00:00:00.000Z'

/** A date before all others: whom no next date is set for stands at the beginning of those who were contacted. */
export const beforeAllDates = '0001-01-01T00:00:00.000Z'

/** The stages in which something may still come of a lead. */
export const isOpen = (stage: Stage): boolean => stage === 'new' || stage === 'contacted'

/** The keys by which lists find and sort leads; derived from the row, and stored beside it. */
export type LeadKeys = {
  /** The date that matters in its column: of the request, the next date, or when it was won or lost. */
  columnDate: string
  /** When it is to be asked again, as long as something may come of it. */
  dueAt: string
  mailbox: string
}

export const leadKeys = (row: LeadRow): LeadKeys => ({
  columnDate: columnDateOf(row),
  dueAt: isOpen(row.stage) ? (row.followUpAt ?? afterAllDates) : afterAllDates,
  mailbox: mailboxOf(row.email),
})

/** The direction in which a column is sorted by its date: what is next, or what was last, comes first. */
export const columnOrder: Record<Stage, 'asc' | 'desc'> = { new: 'desc', contacted: 'asc', won: 'desc', lost: 'desc' }

export function columnDateOf({ stage, submittedAt, followUpAt, stageAt }: LeadRow): string {
  switch (stage) {
    case 'new':
      return submittedAt
    case 'contacted':
      return followUpAt ?? beforeAllDates
    case 'won':
    case 'lost':
      return stageAt
  }
}

/** The fields that a lead is found by. */
export const searchedFields = ['name', 'email', 'phone'] as const

/** Whether a lead is found by a text. */
export const isFoundBy = (lead: Lead, text: string): boolean =>
  hasWords(
    searchedFields.map((field) => lead[field]),
    text,
  )

/**
 * The mailbox that an address most likely ends in: what stands behind a plus sign is a label, and Gmail ignores dots. Two
 * addresses with one mailbox may be one person's; nothing proves it.
 */
export function mailboxOf(email: string): string {
  const [, name = '', host = ''] = /^(.*)@(.*)$/.exec(email.toLowerCase()) ?? []
  const unlabelled = name.replace(/(?<=.)\+.*$/, '')
  return /^(gmail|googlemail)\.com$/.test(host)
    ? `${unlabelled.replaceAll('.', '')}@gmail.com`
    : `${unlabelled}@${host}`
}
