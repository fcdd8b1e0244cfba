import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NewStep } from '#domain/step.ts'
import { defaultQuestions } from './default.ts'
import { questionList, stepList } from './list-changes.ts'
import { mergeLists } from './merge.ts'
import type { Question } from './question.ts'

const steps = (...values: string[]): NewStep[] => values.map((value, at) => ({ id: at + 1, value }))
const base = steps('Measure', 'Draw', 'Build', 'Launch')
const changed = (id: number, change: Partial<NewStep>, items = base) =>
  items.map((each) => (each.id === id ? { ...each, ...change } : each))
const without = (id: number, items = base) => items.filter((each) => each.id !== id)
const merge = (mine: NewStep[], theirs: NewStep[]) => mergeLists(stepList, base, mine, theirs)
const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id)

describe('merging two lists', () => {
  it('takes what only one side changed, from both', () =>
    expect(merge(changed(1, { value: 'Weigh' }), changed(3, { value: 'Sew' }))).toEqual({
      items: steps('Weigh', 'Draw', 'Sew', 'Launch'),
      conflicts: [],
    }))
  it('takes different fields of one line from both', () =>
    expect(merge(changed(2, { value: 'Sketch' }), changed(2, { phase: 'full design', payment: true }))).toEqual({
      items: changed(2, { value: 'Sketch', phase: 'full design', payment: true }),
      conflicts: [],
    }))
  it('takes away what the other side took away of a line', () => {
    const marked = changed(2, { payment: true, with: 'client' })
    expect(mergeLists(stepList, marked, changed(2, { value: 'Sketch' }, marked), base).items).toEqual(
      changed(2, { value: 'Sketch' }),
    )
  })
  it('is no conflict where both wrote the same, whatever the blanks around it', () =>
    expect(merge(changed(2, { value: 'Sketch ' }), changed(2, { value: ' Sketch' })).conflicts).toEqual([]))
  it('names a line that both wrote on, and keeps mine in it', () => {
    const theirs = { id: 2, value: 'Carve', payment: true } as const
    const { items, conflicts } = merge(changed(2, { value: 'Sketch' }), changed(2, theirs))
    expect(items[1]).toEqual({ id: 2, value: 'Sketch', payment: true })
    expect(conflicts).toEqual([{ id: 2, mine: items[1], theirs, fields: ['value'] }])
  })
  it('removes what either side removed', () => {
    expect(ids(merge(without(2), without(3)).items)).toEqual([1, 4])
    expect(merge(without(2), without(2))).toEqual({ items: without(2), conflicts: [] })
  })
  it('keeps a line that I changed and they removed, and says so', () => {
    const mine = changed(3, { value: 'Sew' })
    expect(merge(mine, without(3))).toEqual({
      items: mine,
      conflicts: [{ id: 3, mine: mine[2], theirs: null, fields: ['value'] }],
    })
  })
  it('does not bring back a line that I removed and they changed, but says so', () => {
    const theirs = changed(3, { value: 'Sew' })
    expect(merge(without(3), theirs)).toEqual({
      items: without(3),
      conflicts: [{ id: 3, mine: null, theirs: theirs[2], fields: ['value'] }],
    })
  })
  it('keeps what both added, each under an id of its own', () => {
    const [mine, theirs] = [
      { id: 5, value: 'Hand over' },
      { id: 5, value: 'Celebrate' },
    ]
    const { items, conflicts } = merge([...base, mine], [...base, theirs])
    expect(conflicts).toEqual([])
    expect(items.map(({ value }) => value).sort()).toEqual(
      ['Build', 'Celebrate', 'Draw', 'Hand over', 'Launch', 'Measure'].sort(),
    )
    expect(items.find(({ id }) => id === 5)).toEqual(theirs)
  })
  it('takes the same addition once', () => {
    const more = [...base, { id: 5, value: 'Hand over' }]
    expect(merge(more, more).items).toEqual(more)
  })
  it('lets the condition follow a question that gets another id', () => {
    const line = defaultQuestions[0]!
    const [radio, after]: Question[] = [
      { ...defaultQuestions[2]!, id: 20, question: 'Mine?' },
      { ...line, id: 21, dependQuestion: 20, dependAnswer: 'Yes' },
    ]
    const theirs = [line, { ...line, id: 20, question: 'Theirs' }]
    const { items } = mergeLists(questionList, [line], [line, radio!, after!], theirs)
    const renumbered = items.find(({ question }) => question === 'Mine?')!
    expect(renumbered.id).not.toBe(20)
    expect(items.find(({ id }) => id === 21)!.dependQuestion).toBe(renumbered.id)
  })
})

describe('the order of merged lists', () => {
  const order = (...places: number[]) => places.map((id) => base.find((each) => each.id === id)!)
  const merged = (mine: number[], theirs: number[]) => ids(merge(order(...mine), order(...theirs)).items)

  it('is that of the side that changed it', () => {
    expect(merged([2, 1, 3, 4], [1, 2, 3, 4])).toEqual([2, 1, 3, 4])
    expect(merged([1, 2, 3, 4], [4, 1, 2, 3])).toEqual([4, 1, 2, 3])
  })
  it('has the moves of both', () => expect(merged([2, 1, 3, 4], [1, 2, 4, 3])).toEqual([2, 1, 4, 3]))
  it('has new lines where each side put them', () => {
    const mine = [base[0]!, { id: 9, value: 'Mine' }, ...base.slice(1)]
    const theirs = [...base, { id: 8, value: 'Theirs' }]
    expect(ids(merge(mine, theirs).items)).toEqual([1, 9, 2, 3, 4, 8])
  })
})

describe('a merge, whatever both did', () => {
  const edited = fc.uniqueArray(
    fc.record({ id: fc.integer({ min: 1, max: 7 }), value: fc.constantFrom('Draw', 'Build', 'Launch', 'Paint') }),
    { selector: ({ id }) => id, maxLength: 7 },
  )
  const lists = (check: (mine: NewStep[], theirs: NewStep[]) => void) =>
    fc.assert(fc.property(edited, edited, (mine, theirs) => check(mine, theirs)))

  it('has each id once', () =>
    lists((mine, theirs) => {
      const all = ids(merge(mine, theirs).items)
      expect(new Set(all).size).toBe(all.length)
    }))
  it('is theirs where I did nothing, and mine where they did nothing', () =>
    lists((mine) => {
      expect(merge(base, mine)).toEqual({ items: mine, conflicts: [] })
      expect(merge(mine, base)).toEqual({ items: mine, conflicts: [] })
    }))
  it('loses no words: what either wrote stands in the list or in a conflict', () =>
    lists((mine, theirs) => {
      const { items, conflicts } = merge(mine, theirs)
      const words = JSON.stringify([items, conflicts])
      const before = new Set(base.map(({ value }) => value))
      for (const { value } of [...mine, ...theirs]) if (!before.has(value)) expect(words).toContain(value)
    }))
})
