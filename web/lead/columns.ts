import type { Stage } from '#domain/lead/lead.ts'
import { beforeAllDates, columnDateOf, columnOrder, isFoundBy, type LeadRow, leadKeys } from '#domain/lead/row.ts'
import { startOfDay, startOfMonth } from '#web/kit/zoned.ts'
import { monthOf } from './dates.ts'

export const stageTitles: Record<Stage, string> = { new: 'New', contacted: 'Contacted', won: 'Won', lost: 'Lost' }

/** The order of each column, in words. */
export const stageOrders: Record<Stage, string> = {
  new: 'by test date',
  contacted: 'by follow-up date',
  won: 'by month',
  lost: 'by month',
}

/** A part of a column by its date: from a time, and up to another. ISO 8601, UTC. */
export type Range = { from?: string | undefined; to?: string | undefined }

/** A group of a column. A folded one is only counted until it is opened. */
export type Group = Range & { key: string; title: string; folded: boolean }

/** Before every next date there is, and after none. */
const dated = '0002-01-01T00:00:00.000Z'

/** The groups of a column, as they are shown. `now` is in milliseconds since 1970. */
export function groupsOf(stage: Stage, now: number): Group[] {
  const day = (days: number) => startOfDay(now, days)
  const open = (key: string, title: string, range: Range): Group => ({ key, title, folded: false, ...range })
  const folded = (key: string, title: string, range: Range): Group => ({ key, title, folded: true, ...range })
  switch (stage) {
    case 'new':
      return [
        open('today', 'Today', { from: day(0) }),
        open('yesterday', 'Yesterday', { from: day(-1), to: day(0) }),
        open('week', 'Last 7 days', { from: day(-6), to: day(-1) }),
        folded('before', '7 to 13 days ago', { from: day(-13), to: day(-6) }),
        folded('older', 'Older', { to: day(-13) }),
      ]
    case 'contacted': {
      const minute = new Date(now).toISOString()
      return [
        open('late', 'Overdue', { from: dated, to: minute }),
        open('today', 'Today', { from: minute, to: day(1) }),
        open('tomorrow', 'Tomorrow', { from: day(1), to: day(2) }),
        open('week', 'Next 7 days', { from: day(2), to: day(7) }),
        open('undated', 'No follow-up date', { to: dated }),
        folded('after', 'In 7 to 13 days', { from: day(7), to: day(14) }),
        folded('later', 'Later', { from: day(14) }),
      ]
    }
    case 'won':
    case 'lost': {
      const month = (months: number) => startOfMonth(now, months)
      const past = [-1, -2, -3].map((months) =>
        folded(`month${months}`, monthOf(month(months)), { from: month(months), to: month(months + 1) }),
      )
      return [
        open('month', monthOf(month(0)), { from: month(0) }),
        ...past,
        folded('older', `Before ${monthOf(month(-3))}`, { to: month(-3) }),
      ]
    }
  }
}

/** The part of a column that is not folded. */
export function openRange(stage: Stage, now: number): Range {
  const open = groupsOf(stage, now).filter(({ folded }) => !folded)
  const from = open.map(({ from = '' }) => from).reduce((a, b) => (a < b ? a : b))
  const to = open.map(({ to = '' }) => to).reduce((a, b) => (a && b ? (a > b ? a : b) : ''))
  return { from: from || undefined, to: to || undefined }
}

/** The group a lead stands in, of those of its column. */
export function groupOf(row: LeadRow, groups: readonly Group[]): Group {
  const date = columnDateOf(row)
  return groups.find(({ from = '', to = '~' }) => date >= from && date < to)!
}

/** The leads of a stage, in the order of its column. */
export function inColumn<Row extends LeadRow>(rows: Iterable<Row>, stage: Stage): Row[] {
  const sign = columnOrder[stage] === 'asc' ? 1 : -1
  return [...rows]
    .filter((row) => row.stage === stage)
    .sort((a, b) => sign * (compare(columnDateOf(a), columnDateOf(b)) || compare(a.id, b.id)))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export const shows = ['all', 'today', 'late', 'undated'] as const

/** The filter of leads: all, those to be asked again today, those who should have been, those without a date. */
export type LeadsFilter = { show: (typeof shows)[number]; search: string }

/** Whether a filter leaves something out. Then nothing is folded. */
export const isNarrow = ({ show, search }: LeadsFilter): boolean => show !== 'all' || search !== ''

/** Whether a filter means a lead. */
export function isMeant(row: LeadRow, { show, search }: LeadsFilter, now: number): boolean {
  const { dueAt, columnDate } = leadKeys(row)
  if (search && !isFoundBy(row, search)) return false
  switch (show) {
    case 'all':
      return true
    case 'today':
      return dueAt < startOfDay(now, 1)
    case 'late':
      return dueAt < new Date(now).toISOString()
    case 'undated':
      return columnDate === beforeAllDates
  }
}

/** A filter as the calls take it. */
export const filterQuery = ({ show, search }: LeadsFilter, now: number) => ({
  ...(show === 'today' ? { dueBefore: startOfDay(now, 1) } : {}),
  ...(show === 'late' ? { dueBefore: new Date(now).toISOString() } : {}),
  ...(show === 'undated' ? { undated: 'true' as const } : {}),
  ...(search ? { search } : {}),
})
