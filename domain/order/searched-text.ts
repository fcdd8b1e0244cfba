import type { Recorded } from '#domain/event.ts'
import type { Answer, AnswerType, Question } from '#domain/questionnaire/question.ts'
import type { OrderEvent } from './actions.ts'

/** The texts an order is found by beside title, client and proposal: answers by question, and the last messages. */
export type SearchedText = { answers: Record<string, string>; messages: string[] }

/** How many of the latest messages an order is found by, and how many letters of each text. */
const maxMessages = 20
const maxLength = 300

/** The types of answers that people remember an order by. */
const searchedTypes: ReadonlySet<AnswerType> = new Set(['Line', 'Paragraph', 'Link', 'Email', 'Phone'])

/** The text of an order after one event; the same object where the event says nothing that is searched. */
export function evolveSearchedText(before: SearchedText | undefined, event: Recorded<OrderEvent>): SearchedText {
  const text = before ?? { answers: {}, messages: [] }
  const { type, data } = event
  if (type === 'OrderOpened') return { ...text, answers: answersIn(data.questions) }
  if (type === 'MessageSent') return { ...text, messages: [...text.messages, searched(data.text)].slice(-maxMessages) }
  if (type === 'ClientErased') return { answers: {}, messages: [] }
  if (type !== 'AnswersAmended') return text
  const amended = Object.entries(data.answers).filter(([id]) => Object.hasOwn(text.answers, id))
  return { ...text, answers: { ...text.answers, ...Object.fromEntries(amended.map(([id, to]) => [id, searched(to)])) } }
}

const answersIn = (questions: readonly Question[]): Record<string, string> =>
  Object.fromEntries(
    questions.filter(({ answerType }) => searchedTypes.has(answerType)).map(({ id, answer }) => [id, searched(answer)]),
  )

const searched = (answer: Answer): string => (typeof answer === 'string' ? answer.slice(0, maxLength) : '')
