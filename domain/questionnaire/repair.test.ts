import { describe, expect, it } from 'vitest'
import { checkQuestions } from './check.ts'
import { allDependentsOf, dependentsOf } from './conditions.ts'
import { defaultQuestions } from './default.ts'
import { optionInputs, withOptions, withType } from './editing.ts'
import { optionsOf, type Question } from './question.ts'
import { waysOut, withCondition, withoutOption, withoutQuestion } from './repair.ts'

// 3 has a website (Radio: Yes, No) · 4 where is it, if 3 is Yes · 5 above all (four options) · 6 which, if 5 is the last
const saved = defaultQuestions
const at = (id: number, questions: readonly Question[] = saved) => questions.find((each) => each.id === id)!
const replace = (question: Question, questions: readonly Question[] = saved) =>
  questions.map((each) => (each.id === question.id ? question : each))
const labels = (id: number, questions: readonly Question[]) =>
  waysOut(at(id, questions), questions, saved).map(({ label }) => label)
const taken = (label: string, id: number, questions: readonly Question[]) =>
  waysOut(at(id, questions), questions, saved).find((each) => each.label === label)!.questions
const holds = (questions: readonly Question[]) => expect(checkQuestions(questions).issues).toEqual([])

const renamed = replace(
  withOptions(at(3), [{ ...optionInputs(at(3))[0]!, text: 'Certainly' }, optionInputs(at(3))[1]!]),
)

describe('the ways out of a condition', () => {
  it('are none while it holds', () => expect(labels(4, saved)).toEqual([]))

  it('follow an option that got another name, or put the name back', () => {
    expect(labels(4, renamed)).toEqual([
      'Show if 3 is “Certainly”',
      'Show if 3 is “No”',
      'Always show',
      'Restore “Yes”',
    ])
    expect(at(4, taken('Show if 3 is “Certainly”', 4, renamed))).toMatchObject({ dependAnswer: 'Certainly' })
    expect(taken('Restore “Yes”', 4, renamed)).toEqual(saved)
  })
  it('follow the new name first, wherever the option stands', () => {
    const inputs = optionInputs(at(5)).map((each) => (each.id === 4 ? { ...each, text: 'Run the days' } : each))
    expect(labels(6, replace(withOptions(at(5), inputs)))[0]).toBe('Show if 5 is “Run the days”')
  })
  it('put an option back that was removed', () => {
    const fewer = replace(withOptions(at(5), optionInputs(at(5)).slice(0, 3)))
    expect(taken('Restore “Manage daily work”', 6, fewer)).toEqual(saved)
  })
  it('put a question back where it stood', () => {
    const gone = saved.filter(({ id }) => id !== 3)
    expect(labels(4, gone)).toEqual(['Always show', 'Restore “Do you have a website now?”'])
    expect(taken('Restore “Do you have a website now?”', 4, gone)).toEqual(saved)
  })
  it('make a question again what it was', () => {
    const typed = replace(withType(at(3), 'Date'))
    expect(labels(4, typed)).toEqual(['Always show', 'Change 3 back to Radio'])
    expect(taken('Change 3 back to Radio', 4, typed)).toEqual(saved)
  })
  it('put nothing back that could be no condition before either', () => {
    const before = withCondition(
      replace({ ...at(3), answerType: 'Check Box', checkBoxArray: at(5).multipleChoiceArray! }),
      4,
      3,
      'Sell online',
    )
    for (const broken of [
      before,
      before.filter(({ id }) => id !== 3),
      replace(withType(at(3, before), 'Line'), before),
    ])
      expect(waysOut(at(4, broken), broken, before).map(({ label }) => label)).toEqual(['Always show'])
  })
  it('offer the answers where none is chosen yet', () =>
    expect(labels(9, withCondition(saved, 9, 3, ''))).toEqual([
      'Show if 3 is “Yes”',
      'Show if 3 is “No”',
      'Always show',
    ]))
  it('lead out of a circle on either side', () => {
    const after = withCondition(saved, 5, 3, 'No')
    const circle = withCondition(after, 3, 5, 'Sell online')
    const found = waysOut(at(3, circle), circle, saved)
    expect(found.map(({ label }) => label)).toEqual(['Always show', 'Stop 5 depending on 3'])
    for (const { questions } of found) holds(questions)
  })
  it('lead out of a circle back to what was', () => {
    const circle = withCondition(withCondition(saved, 6, 3, 'Yes'), 3, 6, 'Stock')
    const radios = circle.map((each) => (each.id === 6 ? { ...each, answerType: 'Multiple Choice' as const } : each))
    expect(waysOut(at(6, radios), radios, saved)[0]!.label).toBe('Back to: 5 is “Manage daily work”')
  })
  it('of every kind put it right', () => {
    for (const broken of [renamed, saved.filter(({ id }) => id !== 3), replace(withType(at(3), 'Line'))]) {
      for (const { questions } of waysOut(at(4, broken), broken, saved)) holds(questions)
    }
  })
})

describe('what waits for a question', () => {
  const chain = withCondition(withCondition(saved, 5, 3, 'No'), 9, 5, 'Sell online')
  it('is told for the question, and for one of its answers', () => {
    expect(dependentsOf(3, chain).map(({ id }) => id)).toEqual([4, 5])
    expect(dependentsOf(3, chain, 'No').map(({ id }) => id)).toEqual([5])
  })
  it('reaches through the others', () => expect(allDependentsOf(3, chain).map(({ id }) => id)).toEqual([4, 5, 6, 9]))
  it('ends in a circle', () =>
    expect(allDependentsOf(3, withCondition(chain, 3, 9, 'x')).map(({ id }) => id)).toEqual([4, 5, 6, 9]))

  it('is asked always once the question is gone, or goes with it', () => {
    const free = withoutQuestion(chain, 3, 'ask always')
    expect([4, 5].map((id) => at(id, free).dependQuestion)).toEqual([null, null])
    holds(free)
    expect(withoutQuestion(chain, 3, 'remove too').map(({ id }) => id)).toEqual([1, 2, 7, 8, 10, 11, 12, 13])
  })
  it('is asked after another answer once an option is gone, or always, or goes with it', () => {
    const without = (after: Parameters<typeof withoutOption>[3]) => withoutOption(saved, 5, 4, after)
    expect(at(6, without({ ask: 'Sell online' }))).toMatchObject({ dependQuestion: 5, dependAnswer: 'Sell online' })
    expect(at(6, without('ask always')).dependQuestion).toBe(null)
    expect(without('remove too').some(({ id }) => id === 6)).toBe(false)
    for (const after of [{ ask: 'Sell online' }, 'ask always', 'remove too'] as const) holds(without(after))
    expect(optionInputs(at(5, without('ask always'))).map(({ id }) => id)).toEqual([1, 2, 3])
  })
  it('is found with blanks around an option too, as it is while one types', () => {
    const typed = replace(
      withOptions(
        at(5),
        optionInputs(at(5)).map(({ id, text }) => ({ id, text: `${text} ` })),
      ),
    )
    for (const after of [{ ask: 'Sell online' }, 'ask always', 'remove too'] as const)
      holds(withoutOption(typed, 5, 4, after))
    expect(waysOut(at(6, typed), typed, saved)).toEqual([])
    expect(optionsOf(at(5, typed))).toEqual(optionsOf(at(5)))
  })
})
