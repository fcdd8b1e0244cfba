import { describe, expect, it } from 'vitest'
import { type Stage, stages } from '#domain/lead/lead.ts'
import type { LeadRow } from '#domain/lead/row.ts'
import { groupOf, groupsOf, inColumn, isMeant, openRange } from './columns.ts'

// Tuesday afternoon, the 17th, in India.
const now = Date.parse('2026-11-17T09:03:00.000Z')
const row = (changes: Partial<LeadRow>): LeadRow => ({
  id: 'nima',
  revision: 0,
  name: 'Nima Lepcha',
  email: 'nima@teaestate.example',
  phone: '+919000000054',
  source: 'customer-filter',
  stage: 'new',
  stageAt: '2026-11-17T09:00:00.000Z',
  submissions: 1,
  firstAt: '2026-11-17T09:00:00.000Z',
  submittedAt: '2026-11-17T09:00:00.000Z',
  others: [],
  ...changes,
})
const titleOf = (changes: Partial<LeadRow>) => {
  const lead = row(changes)
  return groupOf(lead, groupsOf(lead.stage, now)).title
}

describe('the groups of a column', () => {
  it.each<[string, string]>([
    ['2026-11-17T09:00:00.000Z', 'Today'],
    ['2026-11-16T18:30:00.000Z', 'Today'],
    ['2026-11-16T18:29:00.000Z', 'Yesterday'],
    ['2026-11-12T09:00:00.000Z', 'Last 7 days'],
    ['2026-11-08T09:00:00.000Z', '7 to 13 days ago'],
    ['2026-01-08T09:00:00.000Z', 'Older'],
  ])('are of new leads when they asked: %s is %s', (submittedAt, title) => expect(titleOf({ submittedAt })).toBe(title))

  it.each<[string | undefined, string]>([
    ['2026-11-15T09:00:00.000Z', 'Overdue'],
    ['2026-11-17T09:02:00.000Z', 'Overdue'],
    ['2026-11-17T09:03:00.000Z', 'Today'],
    ['2026-11-18T09:00:00.000Z', 'Tomorrow'],
    ['2026-11-22T09:00:00.000Z', 'Next 7 days'],
    ['2026-11-27T09:00:00.000Z', 'In 7 to 13 days'],
    ['2027-11-27T09:00:00.000Z', 'Later'],
    [undefined, 'No follow-up date'],
  ])('are of contacted leads when to ask again: %s is %s', (followUpAt, title) =>
    expect(titleOf({ stage: 'contacted', ...(followUpAt ? { followUpAt } : {}) })).toBe(title),
  )

  it.each<[string, string]>([
    ['2026-11-02T09:00:00.000Z', 'November'],
    ['2026-10-31T18:29:00.000Z', 'October'],
    ['2026-08-15T09:00:00.000Z', 'August'],
    ['2026-07-15T09:00:00.000Z', 'Before August'],
  ])('are of won and lost leads the months: %s is %s', (stageAt, title) => {
    expect(titleOf({ stage: 'won', stageAt })).toBe(title)
    expect(titleOf({ stage: 'lost', stageAt })).toBe(title)
  })

  it('follow on each other without a gap, the folded ones at the end', () => {
    for (const stage of stages) {
      const groups = groupsOf(stage, now)
      const inTime = groups.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))
      expect(inTime.map(({ from }) => from).slice(1)).toEqual(inTime.map(({ to }) => to).slice(0, -1))
      expect([inTime[0]!.from, inTime.at(-1)!.to]).toEqual([undefined, undefined])
      const folded = groups.map((group) => group.folded)
      expect(folded.toSorted()).toEqual(folded)
    }
  })

  it('are open for what matters now', () => {
    expect(openRange('new', now)).toEqual({ from: '2026-11-10T18:30:00.000Z' })
    expect(openRange('contacted', now)).toEqual({ to: '2026-11-23T18:30:00.000Z' })
    expect(openRange('won', now)).toEqual({ from: '2026-10-31T18:30:00.000Z' })
  })
})

describe('a column', () => {
  it('has what is next, or was last, first', () => {
    const ids = (stage: Stage, rows: LeadRow[]) => inColumn(rows, stage).map(({ id }) => id)
    const submitted = (id: string, submittedAt: string) => row({ id, submittedAt })
    expect(
      ids('new', [submitted('a', '2026-11-16'), submitted('b', '2026-11-17'), row({ id: 'c', stage: 'won' })]),
    ).toEqual(['b', 'a'])
    const due = (id: string, followUpAt: string) => row({ id, stage: 'contacted', followUpAt })
    const undated = row({ id: 'u', stage: 'contacted' })
    expect(ids('contacted', [undated, due('b', '2026-11-19'), due('a', '2026-11-18')])).toEqual(['u', 'a', 'b'])
  })
})

describe('what is meant', () => {
  const due = row({ stage: 'contacted', followUpAt: '2026-11-17T09:00:00.000Z' })
  const later = row({ stage: 'contacted', followUpAt: '2026-11-17T12:00:00.000Z' })
  const meant = (show: 'all' | 'today' | 'late' | 'undated', each: LeadRow, search = '') =>
    isMeant(each, { show, search }, now)

  it('is what is due today, late, or not planned', () => {
    expect([meant('late', due), meant('late', later)]).toEqual([true, false])
    expect([meant('today', due), meant('today', later)]).toEqual([true, true])
    expect(meant('late', { ...due, stage: 'lost' })).toBe(false)
    expect([meant('undated', due), meant('undated', row({ stage: 'contacted' })), meant('undated', row({}))]).toEqual([
      false,
      true,
      false,
    ])
  })
  it('is what is typed', () => {
    expect([meant('all', due, 'LEPCHA'), meant('all', due, '90000 000'), meant('all', due, 'rao')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
