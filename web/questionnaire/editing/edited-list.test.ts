import { describe, expect, it } from 'vitest'
import { ask } from '#domain/questionnaire/editing.ts'
import { questionList, stepList } from '#domain/questionnaire/list-changes.ts'
import type { NewStep } from '#domain/step.ts'
import {
  afterSaving,
  type EditedList,
  edited,
  editedListOf,
  isChanged,
  received,
  redone,
  settled,
  undone,
} from './edited-list.ts'

const items: NewStep[] = ['Measure', 'Draw', 'Build'].map((value, at) => ({ id: at + 1, value }))
const begun = editedListOf({ revision: 4, items })
const renamed = (id: number, value: string, of: readonly NewStep[] = items) =>
  of.map((each) => (each.id === id ? { ...each, value } : each))
const write = (list: EditedList<NewStep>, id: number, value: string, at = 0) =>
  edited(stepList, list, renamed(id, value, list.now.items), { field: `${id}`, at })
const theirs = (value: readonly NewStep[], revision = 5) => ({ revision, items: value })
const receive = (list: EditedList<NewStep>, now: readonly NewStep[]) =>
  received(stepList, list, theirs(now, list.saved.revision + 1), { by: 'Meera' })
const values = ({ now }: EditedList<NewStep>) => now.items.map(({ value }) => value)

describe('a step back', () => {
  it('takes back what was typed in one go', () => {
    const typed = write(write(write(begun, 1, 'W', 0), 1, 'We', 100), 1, 'Weigh', 200)
    expect(values(undone(stepList, typed))).toEqual(['Measure', 'Draw', 'Build'])
  })
  it('does not take back what was typed before a pause, or elsewhere', () => {
    const later = write(write(begun, 1, 'Weigh', 0), 1, 'Weigh it', 5_000)
    expect(values(undone(stepList, later))[0]).toBe('Weigh')
    const elsewhere = write(write(begun, 1, 'Weigh', 0), 2, 'Sketch', 10)
    expect(values(undone(stepList, elsewhere))).toEqual(['Weigh', 'Draw', 'Build'])
  })
  it('can be taken forward again, until something else is written', () => {
    const back = undone(stepList, write(begun, 1, 'Weigh'))
    expect(values(redone(stepList, back))[0]).toBe('Weigh')
    expect(redone(stepList, write(back, 2, 'Sketch')).now.items[0]!.value).toBe('Measure')
  })
  it('leads nowhere from the beginning', () => {
    expect(undone(stepList, begun)).toBe(begun)
    expect(redone(stepList, begun)).toBe(begun)
  })
  it('takes back nothing that another person wrote', () => {
    const list = receive(write(begun, 1, 'Weigh'), renamed(3, 'Sew'))
    expect(values(list)).toEqual(['Weigh', 'Draw', 'Sew'])
    expect(values(undone(stepList, list))).toEqual(['Measure', 'Draw', 'Sew'])
    expect(isChanged(stepList, undone(stepList, list))).toBe(false)
  })
  it('leads behind what was saved from here', () => {
    const list = write(begun, 1, 'Weigh')
    const saved = afterSaving(stepList, list, theirs(list.now.items), list.now.items)
    expect(isChanged(stepList, saved)).toBe(false)
    expect(values(undone(stepList, saved))[0]).toBe('Measure')
    expect(isChanged(stepList, undone(stepList, saved))).toBe(true)
  })
})

describe('what is saved', () => {
  it('leaves what was written since it was sent', () => {
    const sent = write(begun, 1, 'Weigh')
    const more = write(sent, 1, 'Weigh it')
    const saved = afterSaving(stepList, more, theirs(sent.now.items), sent.now.items)
    expect(values(saved)[0]).toBe('Weigh it')
    expect([saved.now.conflicts, isChanged(stepList, saved)]).toEqual([[], true])
  })
})

describe('a line that two wrote on', () => {
  const both = receive(write(begun, 2, 'Sketch'), renamed(2, 'Carve'))

  it('is a conflict with the name of the other one, and what I wrote stays', () => {
    expect(values(both)[1]).toBe('Sketch')
    expect(both.now.conflicts).toMatchObject([
      { id: 2, by: 'Meera', mine: { value: 'Sketch' }, theirs: { value: 'Carve' } },
    ])
  })
  it('is settled for mine, theirs, or both', () => {
    const ways = (['mine', 'theirs', 'both'] as const).map((way) => settled(stepList, both, 2, way, 4))
    expect(ways.map(values)).toEqual([
      ['Measure', 'Sketch', 'Build'],
      ['Measure', 'Carve', 'Build'],
      ['Measure', 'Carve', 'Sketch', 'Build'],
    ])
    for (const list of ways) expect(list.now.conflicts).toEqual([])
    expect(new Set(ways[2]!.now.items.map(({ id }) => id)).size).toBe(4)
    expect(undone(stepList, ways[0]!).now.conflicts).toHaveLength(1)
  })
  it('is settled for both with one question that names the project', () => {
    const named = ask(1, 'Line', 'Your name?', { businessName: true })
    const list = editedListOf({ revision: 1, items: [named] })
    const mine = edited(questionList, list, [{ ...named, question: 'Its name?' }], { at: 0 })
    const other = received(questionList, mine, { revision: 2, items: [{ ...named, question: 'The name?' }] })
    const { items } = settled(questionList, other, 1, 'both', 2).now
    expect(items.map(({ question, businessName }) => [question, businessName])).toEqual([
      ['The name?', true],
      ['Its name?', undefined],
    ])
  })
  it('does not come back by Undo or Redo once what was chosen is saved', () => {
    const mine = settled(stepList, both, 2, 'mine', 4)
    const saved = afterSaving(stepList, mine, theirs(mine.now.items, 6), mine.now.items)
    expect(undone(stepList, saved).now.conflicts).toEqual([])
    expect(redone(stepList, undone(stepList, undone(stepList, saved))).now.conflicts).toEqual([])
  })
  it('is none any more once both say the same', () => {
    expect(write(both, 2, 'Carve').now.conflicts).toEqual([])
    expect(receive(both, renamed(2, 'Sketch')).now.conflicts).toEqual([])
  })
  it('stays one when something else is written, with the latest of the other one', () => {
    expect(receive(both, renamed(1, 'Weigh', renamed(2, 'Carve'))).now.conflicts).toHaveLength(1)
    const later = receive(write(both, 1, 'Weigh'), renamed(2, 'Chisel'))
    expect(later.now.conflicts).toMatchObject([{ mine: { value: 'Sketch' }, theirs: { value: 'Chisel' } }])
  })
  it('is none any more once both say the same in what collided, whatever else I wrote', () => {
    const phased = edited(
      stepList,
      both,
      both.now.items.map((each) => (each.id === 2 ? { ...each, phase: 'full design' as const } : each)),
      { at: 0 },
    )
    expect(phased.now.conflicts).toHaveLength(1)
    const list = write(phased, 2, 'Carve')
    expect([list.now.conflicts, list.now.items[1]]).toEqual([[], { id: 2, value: 'Carve', phase: 'full design' }])
    expect(receive(phased, renamed(2, 'Sketch')).now.conflicts).toEqual([])
  })
  it('stays one in all its fields when the other one collides in another of them', () => {
    const line = { ...ask(1, 'Line', 'Your name?'), description: 'In full.' }
    const saved = (revision: number, changes: object) => ({ revision, items: [{ ...line, ...changes }] })
    const begun = editedListOf(saved(1, {}))
    const mine = edited(questionList, begun, [{ ...line, question: 'A?', description: 'D1' }], { at: 0 })
    const first = received(questionList, mine, saved(2, { question: 'B?' }))
    const second = received(questionList, first, saved(3, { question: 'B?', description: 'D2' }))
    expect(second.now.conflicts.map(({ fields }) => fields)).toEqual([['question', 'description']])
    const [item] = settled(questionList, second, 1, 'theirs', 2).now.items
    expect(item).toMatchObject({ question: 'B?', description: 'D2' })
  })
  it('can be one that either removed', () => {
    const gone = receive(
      write(begun, 2, 'Sketch'),
      items.filter(({ id }) => id !== 2),
    )
    expect(values(settled(stepList, gone, 2, 'theirs', 4))).toEqual(['Measure', 'Build'])
    expect(values(settled(stepList, gone, 2, 'mine', 4))).toEqual(['Measure', 'Sketch', 'Build'])
    const mine = receive(
      edited(
        stepList,
        begun,
        items.filter(({ id }) => id !== 2),
        { at: 0 },
      ),
      renamed(2, 'Carve'),
    )
    expect(values(settled(stepList, mine, 2, 'theirs', 4))).toEqual(['Measure', 'Carve', 'Build'])
    expect(values(settled(stepList, mine, 2, 'mine', 4))).toEqual(['Measure', 'Build'])
  })
})
