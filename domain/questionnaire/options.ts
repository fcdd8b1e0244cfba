import type { AnswerType, Question } from './question.ts'

/** Where each type that is answered by choosing keeps its options. */
export const optionsField = {
  Radio: 'answerObject',
  'Multiple Choice': 'multipleChoiceArray',
  'Check Box': 'checkBoxArray',
} as const

/** Whether a type is answered by choosing among options. */
export const isChosen = (type: AnswerType): type is keyof typeof optionsField => type in optionsField

/** The options a person chooses from, blank ones left out. */
export function optionsOf(question: Question): string[] {
  const options =
    question.answerType === 'Radio'
      ? (question.answerObject ?? []).map(({ opt }) => opt)
      : ((question.answerType === 'Multiple Choice' ? question.multipleChoiceArray : question.checkBoxArray) ?? []).map(
          ({ value }) => value,
        )
  return options.filter((option) => option.trim() !== '')
}
