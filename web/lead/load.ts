import type { ListedLead, WireLead } from '#domain/contract/leads.ts'
import { type Stage, stages } from '#domain/lead/lead.ts'
import type { LeadRow } from '#domain/lead/row.ts'
import { call } from '#web/api.ts'
import { loadPages } from '#web/kit/pages.ts'
import { startOfDay } from '#web/kit/zoned.ts'
import { filterQuery, type Group, groupsOf, isNarrow, type LeadsFilter, openRange, type Range } from './columns.ts'

/** A lead in a list; `alike` when another one may be the same person. */
export type Row = LeadRow & { alike?: boolean }

/** A part of a column that is loaded by itself: what stands open, or one of its folded groups. */
export type SectionKey = Stage | `${Stage}:${string}`

/** How many leads a section shows at first, and how many more at a time. */
export const pageSize = 50

/** A lead as it came over the wire. */
export const rowOf = ({ clientId, ...row }: WireLead | ListedLead): Row =>
  clientId === null ? row : { ...row, clientId }

export const foldKey = (stage: Stage, { key }: Group): SectionKey => `${stage}:${key}`
const stageOf = (key: SectionKey) => key.split(':')[0] as Stage

function rangeOf(key: SectionKey, filter: LeadsFilter, now: number): Range {
  const stage = stageOf(key)
  if (key === stage) return isNarrow(filter) ? {} : openRange(stage, now)
  const { from, to } = groupsOf(stage, now).find((group) => foldKey(stage, group) === key)!
  return { from, to }
}

export type Page = { rows: Row[]; next?: string | undefined; stale?: true | undefined }

/** Loads a section from its beginning, or from where it was left, until it has at least so many leads. */
export async function loadSection(
  key: SectionKey,
  filter: LeadsFilter,
  { atLeast = pageSize, after: from }: { atLeast?: number; after?: string | undefined } = {},
): Promise<Page> {
  const now = Date.now()
  const query = { stage: stageOf(key), ...rangeOf(key, filter, now), ...filterQuery(filter, now) }
  const { data, next, stale } = await loadPages(
    Math.max(pageSize, atLeast),
    (page) => call('getLeads', { query: { ...query, ...page } }),
    from,
  )
  return { rows: data.map(rowOf), next, stale }
}

/** How many leads there are: in the columns, in their folded groups, and by what is due. */
export type Counts = {
  stages: Record<Stage, number>
  folded: Partial<Record<SectionKey, number>>
  all: number
  today: number
  late: number
  undated: number
  nextDue: string | null
  /** True while the lists lag behind what this page knows of. */
  stale?: true | undefined
}

/** Counts the leads that a filter means, and what is due of all. */
export async function loadCounts(filter: LeadsFilter): Promise<Counts> {
  const now = Date.now()
  const folds = isNarrow(filter)
    ? []
    : stages.flatMap((stage) =>
        groupsOf(stage, now)
          .filter(({ folded }) => folded)
          .map((group) => ({ stage, ...group })),
      )
  const ranges = folds.map(({ stage, from = '', to = '' }) => `${stage}:${from}/${to}`).join(',')
  const query = { dayEnds: startOfDay(now, 1), ranges, ...filterQuery(filter, now) }
  const { ranges: counted, position: _, ...counts } = await call('getLeadCounts', { query })
  const folded = Object.fromEntries(folds.map((fold, at) => [foldKey(fold.stage, fold), counted[at]]))
  return { ...counts, folded }
}

/** The data that the page begins with. */
export type Loaded = { filter: LeadsFilter; sections: Record<Stage, Page>; counts: Counts }

export async function loadLeads(filter: LeadsFilter): Promise<Loaded> {
  const [counts, ...pages] = await Promise.all([
    loadCounts(filter),
    ...stages.map((stage) => loadSection(stage, filter)),
  ])
  const sections = Object.fromEntries(stages.map((stage, at) => [stage, pages[at]])) as Record<Stage, Page>
  return { filter, sections, counts }
}
