import { accounts } from '../account/actions.ts'
import { addressClaims } from '../account/address-claim.ts'
import { departures } from '../account/departures.ts'
import { setUps } from '../account/set-up.ts'
import type { Definitions } from '../action.ts'
import { apiKeys } from '../api-key/api-key.ts'
import { type Event, idIn, type Recorded } from '../event.ts'
import { fitTests } from '../funnel/fit-tests.ts'
import { funnelDays } from '../funnel/steps.ts'
import { leads } from '../lead/actions.ts'
import { mailTextsOfAgency } from '../mail/mail-texts.ts'
import { type OrderEvent, orders, traitsOf } from '../order/actions.ts'
import { agencies } from '../settings/agency.ts'
import { portfolios } from '../settings/portfolio.ts'
import { prices } from '../settings/prices.ts'
import { termsOfAgency } from '../settings/terms.ts'
import { stores } from '../store/store.ts'
import { subscriptions } from '../subscription/subscription.ts'
import { templates } from '../template/template.ts'
import { truncate } from '../truncate.ts'
import { webhooks } from '../webhook/actions.ts'
import { fitTestLines, funnelLines, storeLines } from './agency.ts'
import type { ActivityKind } from './kinds.ts'
import type { ActivityTable } from './table.ts'

/** What streams are of: an order, an account, a setting … */
export const subjectKinds = [
  'order',
  'account',
  'address',
  'set-up',
  'departures',
  'subscription',
  'lead',
  'funnel',
  'fit-tests',
  'template',
  'agency',
  'prices',
  'terms',
  'portfolio',
  'mails',
  'api-key',
  'webhook',
  'store',
  'other',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

type AnyTable = Record<string, { kind: ActivityKind; says: string | ((data: unknown) => string) }>

/** The aggregates, and of each but the order the lines of its events. */
const subjects: readonly { of: SubjectKind; aggregate: { name: string }; lines: AnyTable }[] = [
  defined('account', accounts),
  defined('address', addressClaims),
  defined('set-up', setUps),
  defined('departures', departures),
  defined('subscription', subscriptions),
  defined('lead', leads),
  subject('funnel', funnelDays, funnelLines),
  subject('fit-tests', fitTests, fitTestLines),
  defined('template', templates),
  defined('agency', agencies),
  defined('prices', prices),
  defined('terms', termsOfAgency),
  defined('portfolio', portfolios),
  defined('mails', mailTextsOfAgency),
  defined('api-key', apiKeys),
  defined('webhook', webhooks),
  subject('store', stores, storeLines),
]

function defined(of: SubjectKind, { name, events }: { name: string; events: Definitions }) {
  const lines = Object.values(events).map(({ type, traits, sentence }) => [type, { kind: traits.kind, says: sentence }])
  return { of, aggregate: { name }, lines: Object.fromEntries(lines) as AnyTable }
}

function subject<E extends Event>(
  of: SubjectKind,
  aggregate: { name: string; evolve(state: never, event: Recorded<E>): unknown },
  lines: ActivityTable<E>,
) {
  return { of, aggregate, lines: lines as unknown as AnyTable }
}

/** What the stream of an event is of, and its id there. */
export type Subject = { of: SubjectKind; id: string }

/** What a stream is of. */
export function subjectOf(stream: string): Subject {
  const order = idIn(orders, stream)
  if (order !== undefined) return { of: 'order', id: order }
  for (const { of, aggregate } of subjects) {
    const id = idIn(aggregate, stream)
    if (id !== undefined) return { of, id }
  }
  return { of: 'other', id: stream }
}

const lineOf = ({ of }: Subject, type: string) => {
  const lines = subjects.find((each) => each.of === of)?.lines
  return lines && Object.hasOwn(lines, type) ? lines[type] : undefined
}

/** What an event is about; `store.unknown` for one of a type that this version does not know. */
export function kindOf(event: Pick<Recorded, 'stream' | 'type' | 'data'>): ActivityKind {
  const about = subjectOf(event.stream)
  if (about.of !== 'order') return lineOf(about, event.type)?.kind ?? 'store.unknown'
  const traits = traitsOf(event as Recorded<OrderEvent>)
  return traits ? `orders.${traits.kind}` : 'store.unknown'
}

/** The longest sentence, in characters. */
const maxLength = 160

/** What an event says to an admin, in words. Of an order's events their own sentences say it (order/actions.ts). */
export function activitySentence(event: Recorded): string {
  const line = lineOf(subjectOf(event.stream), event.type)
  if (!line) return 'Something that this version of the site does not know yet'
  return truncate(typeof line.says === 'string' ? line.says : line.says(event.data), maxLength)
}
