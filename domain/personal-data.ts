import { accounts } from './account/actions.ts'
import { addressClaims } from './account/address-claim.ts'
import { departures } from './account/departures.ts'
import { setUps } from './account/set-up.ts'
import { marksOf } from './action.ts'
import { apiKeys } from './api-key/api-key.ts'
import { type Event, idIn, type NewEvent } from './event.ts'
import type { FitTestEvent } from './funnel/fit-tests.ts'
import type { FunnelEvent } from './funnel/steps.ts'
import { leads } from './lead/actions.ts'
import { mailTextsOfAgency } from './mail/mail-texts.ts'
import { orderPersonalData, orders } from './order/actions.ts'
import { clear } from './personal-fields.ts'
import { agencies } from './settings/agency.ts'
import { portfolios } from './settings/portfolio.ts'
import { prices } from './settings/prices.ts'
import { termsOfAgency } from './settings/terms.ts'
import type { StoreEvent } from './store/store.ts'
import { subscriptions } from './subscription/subscription.ts'
import { templates } from './template/template.ts'
import { webhooks } from './webhook/actions.ts'

/** What the agency says of itself and its texts, counts that nobody is in, and what is about no client. */
const nobodysData: Record<(FitTestEvent | FunnelEvent | StoreEvent)['type'], typeof clear> = {
  FitTestFailed: clear,
  FunnelStepReached: clear,
  StoreRestored: clear,
  DailyHeadRecorded: clear,
  StoreSealed: clear,
  AddressKeyNamed: clear,
}

/**
 * Which fields of which events are personal, for every type there is. Beside them the name and the origin of whoever did it
 * are, in every event.
 */
export const personalData = {
  ...marksOf(accounts.events),
  ...marksOf(addressClaims.events),
  ...marksOf(departures.events),
  ...marksOf(setUps.events),
  ...marksOf(apiKeys.events),
  ...marksOf(leads.events),
  ...marksOf(templates.events),
  ...marksOf(agencies.events),
  ...marksOf(prices.events),
  ...marksOf(termsOfAgency.events),
  ...marksOf(portfolios.events),
  ...marksOf(mailTextsOfAgency.events),
  ...orderPersonalData,
  ...marksOf(subscriptions.events),
  ...marksOf(webhooks.events),
  ...nobodysData,
}

type Names = Readonly<Record<string, unknown>>

const none: readonly string[] = []
/** By type: the names of the personal fields. */
const namesByType = new Map(
  Object.entries(personalData).map(([type, marks]) => [
    type,
    marks === clear ? none : Object.keys(marks).filter((name) => (marks as Names)[name] !== clear),
  ]),
)

/** The names of the personal fields of a type of event; none of one that this version does not know. */
export const personalFieldsOf = (type: string): readonly string[] => namesByType.get(type) ?? none

/** The data of an event whose personal fields cannot be read any more: what has to be there is there, and says nothing. */
export function erasedData(type: string, data: unknown): unknown {
  const names = personalFieldsOf(type)
  if (names.length === 0) return data
  const erased: Record<string, unknown> = {}
  for (const name of names) {
    const { erased: instead } = (personalData as unknown as Record<string, Record<string, { erased?: unknown }>>)[
      type
    ]![name]!
    if (instead !== undefined) erased[name] = instead
  }
  return { ...erased, ...(data as object) }
}

/** What a person is called whose name cannot be read any more. */
export const erasedName = 'erased'

/**
 * Whose the personal data of a stream is, by their id: an account's and a lead's own, a browser's who subscribed with it, an
 * order's client's, whom its first event names. A claim of an address has a key of its own, by which nobody tells whose it
 * was. Undefined where it is nobody's.
 */
export function subjectOf(stream: string, { by }: Pick<NewEvent, 'by'>, first: Event | undefined): string | undefined {
  if (idIn(orders, stream) !== undefined) return (first?.data as { clientId?: string } | undefined)?.clientId
  if (idIn(subscriptions, stream) !== undefined) return by.id
  return idIn(accounts, stream) ?? idIn(leads, stream) ?? idIn(addressClaims, stream)
}

/** Whether it takes a stream's first event to know whose its data is. */
export const isKnownByFirstEvent = (stream: string): boolean => idIn(orders, stream) !== undefined
