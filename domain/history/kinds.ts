import type { SecurityKind } from '#domain/contract/call.ts'

/** The areas of the agency’s work, each with the kinds of its events; and what a page calls them, a kind behind “about”. */
export const activityAreas = {
  orders: {
    title: 'Projects',
    kinds: {
      project: 'projects',
      steps: 'steps',
      designs: 'designs',
      money: 'invoices and payments',
      proposal: 'proposals',
      answers: 'answers',
      messages: 'messages',
      files: 'files',
      reading: 'read receipts',
    },
  },
  accounts: {
    title: 'Accounts',
    kinds: { people: 'people', logins: 'logins', passwords: 'passwords and codes', preferences: 'preferences' },
  },
  leads: { title: 'Leads', kinds: { requests: 'new requests', answers: 'lead changes' } },
  visits: { title: 'Visits', kinds: { funnel: 'the funnel', tests: 'failed fit tests' } },
  templates: { title: 'Templates', kinds: { questions: 'the questionnaire', steps: 'the progress tracker' } },
  settings: {
    title: 'Settings',
    kinds: {
      agency: 'the agency',
      prices: 'prices',
      terms: 'terms',
      portfolio: 'the portfolio',
      mails: 'email texts',
      numbers: 'document numbers',
    },
  },
  integrations: { title: 'Integrations', kinds: { keys: 'API keys', webhooks: 'webhooks' } },
  store: {
    title: 'Data store',
    kinds: { proof: 'daily fingerprints', backups: 'backups', setup: 'setup', unknown: 'unknown events' },
  },
} as const

type ActivityArea = keyof typeof activityAreas
export const areaNames = Object.keys(activityAreas) as [ActivityArea, ...ActivityArea[]]

/** The kinds of an order’s events: its history is filtered by them. */
export type EventKind = keyof typeof activityAreas.orders.kinds
export const eventKinds = Object.keys(activityAreas.orders.kinds) as [EventKind, ...EventKind[]]

/** The kind of an event: an area and a kind in it, as in `orders.money`. Read models store it: none is ever renamed. */
export type ActivityKind = {
  [Area in ActivityArea]: `${Area}.${keyof (typeof activityAreas)[Area]['kinds'] & string}`
}[ActivityArea]

export const activityKinds = areaNames.flatMap((area) =>
  Object.keys(activityAreas[area].kinds).map((kind) => `${area}.${kind}`),
) as [ActivityKind, ...ActivityKind[]]

/** A filter of the activity: all of an area, or one kind. */
export type ActivityTopic = ActivityArea | ActivityKind
export const activityTopics = [...areaNames, ...activityKinds] as [ActivityTopic, ...ActivityTopic[]]

/** The kinds of what happens all the time and says little: left out unless they are asked for. */
const quietKinds: ReadonlySet<ActivityKind> = new Set([
  'orders.reading',
  'accounts.logins',
  'visits.funnel',
  'visits.tests',
  'settings.numbers',
  'store.setup',
])

/** Whether events of a kind are left out unless they are asked for. */
export const isQuiet = (kind: ActivityKind): boolean => quietKinds.has(kind)

/** The area that a kind is of. */
export const areaOf = (topic: ActivityTopic): ActivityArea => topic.split('.')[0] as ActivityArea

/** The kinds that a topic stands for: of an area all, the quiet ones only where they are asked for or it has no others. */
function kindsOf(topic: ActivityTopic, withQuiet: boolean): ActivityKind[] {
  if (topic.includes('.')) return [topic as ActivityKind]
  const all = activityKinds.filter((kind) => areaOf(kind) === topic)
  const loud = all.filter((kind) => !isQuiet(kind))
  return withQuiet || loud.length === 0 ? all : loud
}

/** Whether an event of a kind is among those that are asked for. */
export const isOfTopic = (kind: ActivityKind, topic: ActivityTopic | undefined, withQuiet: boolean): boolean =>
  topic === undefined ? withQuiet || !isQuiet(kind) : kindsOf(topic, withQuiet).includes(kind)

/** A note that something was recorded, for open pages: its subject, who did it (an id), when, and its position. Not its content. */
export type ActivityNote = { kind: ActivityKind; actor: string; at: string; position: string }

/** A note on an entry of the security log: its id, its kind, how often it occurred and when last. */
export type SecurityNote = { id: string; kind: SecurityKind; times: number; lastAt: string }
