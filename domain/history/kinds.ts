import type { SecurityKind } from '#domain/contract/call.ts'

/** The kinds of an order’s events: its history is filtered by them. */
export const eventKinds = [
  'project',
  'steps',
  'designs',
  'money',
  'proposal',
  'answers',
  'messages',
  'files',
  'reading',
] as const
export type EventKind = (typeof eventKinds)[number]

/** The kinds of events, in the areas of the agency's work. */
export const activityAreas = {
  orders: eventKinds,
  accounts: ['people', 'logins', 'passwords', 'preferences'],
  leads: ['requests', 'answers'],
  visits: ['funnel', 'tests'],
  templates: ['questions', 'steps'],
  settings: ['agency', 'prices', 'terms', 'portfolio', 'mails', 'numbers'],
  integrations: ['keys', 'webhooks'],
  store: ['proof', 'backups', 'unknown'],
} as const satisfies Record<string, readonly string[]>

export type ActivityArea = keyof typeof activityAreas
export const areaNames = Object.keys(activityAreas) as [ActivityArea, ...ActivityArea[]]

/** The kind of an event: an area and a kind in it, as in `orders.money`. Read models store it: none is ever renamed. */
export type ActivityKind = {
  [Area in ActivityArea]: `${Area}.${(typeof activityAreas)[Area][number]}`
}[ActivityArea]

export const activityKinds = areaNames.flatMap((area) =>
  activityAreas[area].map((kind) => `${area}.${kind}`),
) as unknown as [ActivityKind, ...ActivityKind[]]

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
