import { problemWith } from '#domain/questionnaire/answers.ts'
import { applicableQuestions } from '#domain/questionnaire/applicable-questions.ts'
import type { Answer, Answers, Question } from '#domain/questionnaire/question.ts'
import { sizeProblem } from '#web/kit/size.ts'

/** The files that were chosen, by question id: one each. */
export type Files = Record<number, File>

/** The answers with each chosen file as the answer to its question. */
export const answersWithFiles = (answers: Answers, files: Files): Answers => ({
  ...answers,
  ...Object.fromEntries(
    Object.entries(files).map(([id, { name }]) => [id, { originalName: name, filename: name } satisfies Answer]),
  ),
})

/** An answer as it is sent. A link has what stands in front, also while it is being written. */
function completed({ id, answerType }: Question, answers: Answers): Answer {
  const answer = answers[id] ?? null
  return answerType === 'Link' && typeof answer === 'string' ? withScheme(answer) : answer
}

/** The problem with one answer; undefined when it is valid. `largest`: the most its file may have, in bytes. */
export function problemIn(question: Question, answers: Answers, files: Files, largest: number): string | undefined {
  const file = files[question.id]
  return (
    (file && sizeProblem(file.size, largest)) ??
    problemWith(question, completed(question, answersWithFiles(answers, files)))
  )
}

/** Returns all problems, by question id, in the order of the questions that are asked. */
export function problemsIn(
  questions: readonly Question[],
  answers: Answers,
  files: Files,
  largest: number,
): Map<number, string> {
  const problems = new Map<number, string>()
  for (const question of applicableQuestions(questions, answersWithFiles(answers, files))) {
    const problem = problemIn(question, answers, files, largest)
    if (problem) problems.set(question.id, problem)
  }
  return problems
}

/**
 * The form as `submit-answer` takes it. A file's answer stays empty: it follows the answers, after its question's id.
 * `sentAt`: when answers were last sent, where that is known.
 */
export function formOf(questions: readonly Question[], answers: Answers, files: Files, sentAt?: number): FormData {
  const form = new FormData()
  if (sentAt !== undefined) form.append('sentAt', String(sentAt))
  const answered = questions.map((question) => ({
    ...question,
    answer: question.answerType === 'File' ? null : completed(question, answers),
  }))
  form.append('answers', JSON.stringify(answered))
  for (const { id } of applicableQuestions(questions, answersWithFiles(answers, files))) {
    const file = files[id]
    if (!file) continue
    form.append('questionIds', String(id))
    form.append('files', file)
  }
  return form
}

/** A browser's time of day (`14:05`) as the specification's 12-hour text (`02:05 PM`); a cleared one stays empty. */
export function twelveHour(time: string): string {
  if (!/^\d{2}:\d{2}/.test(time)) return ''
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(hours % 12 || 12)}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The specification's 12-hour text as a browser's time of day: the way back from `twelveHour`. */
export function timeOfDay(text: string): string {
  const [, hours = '', minutes = '', half = ''] = /^(\d{1,2}):(\d\d) (AM|PM)$/.exec(text) ?? []
  if (!hours) return ''
  return `${String((Number(hours) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')}:${minutes}`
}

/** An address as people say it (`neelgirilooms.in/shop`) with what stands in front; anything else as it is. */
export const withScheme = (words: string): string =>
  /^[\p{L}\d-]+(\.[\p{L}\d-]+)+([/?#]\S*)?$/u.test(words.trim()) ? `https://${words.trim()}` : words
