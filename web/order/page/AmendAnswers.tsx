import { type ReactNode, useState } from 'react'
import { plural } from '#domain/count.ts'
import type { CommandResult } from '#domain/event.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { answersOf, applicableQuestions } from '#domain/questionnaire/applicable-questions.ts'
import type { Answer, Answers, FileAnswer, Question } from '#domain/questionnaire/question.ts'
import { send } from '#web/file-calls.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConflictNote } from '#web/kit/Conflict.tsx'
import { Form } from '#web/kit/Form.tsx'
import { FocusFirst } from '#web/kit/focus.tsx'
import { Row } from '#web/kit/Page.tsx'
import { isSameValue } from '#web/kit/synced.ts'
import { useCloseOnceSaved } from '#web/kit/useSyncedForm.ts'
import { useShownOrder } from '#web/order/context.ts'
import { useSyncedOrder } from '#web/order/useOrderForm.ts'
import { answersWithFiles, type Files, problemsIn } from '#web/questionnaire/onboarding/answering.ts'
import { QuestionRow } from '#web/questionnaire/onboarding/QuestionRow.tsx'
import { useUploadLimits } from '#web/shell/session.ts'
import { AnswerText } from './AnswerText.tsx'
import '#web/questionnaire/onboarding/Questionnaire.css'

/** An answer, or the file that is to be one. */
type Given = Answer | File

/** The questionnaire again, with what was answered. Only what is changed is sent, and what it makes room for. */
export default function AmendAnswers({ onDone }: { onDone(): void }) {
  const { id: orderId, order } = useShownOrder()
  const { answerFileSize } = useUploadLimits()
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const { questions } = order
  const form = useSyncedOrder<Record<string, Given>>('amendAnswers', (changes, how) => amend(orderId, changes, how), {
    valuesOf: ({ questions }) => answersOf(questions),
    valuesIn: ({ type, data }) => (type === 'AnswersAmended' ? data.answers : undefined),
    // What is not asked any more is dropped by the server.
    isShown: (id, values) => shownIn(questions, values).some((question) => String(question.id) === id),
    same: isSameAnswer,
    show: (theirs, id) => shownAnswer(questions, id, theirs),
  })
  const closeOnceSaved = useCloseOnceSaved(form, onDone)
  const { answers, files } = parted(form.values)
  const shown = shownIn(questions, form.values)

  const answer = (question: Question, to: Given) => {
    form.write(String(question.id), to)
    setProblems(new Map([...problems].filter(([id]) => id !== question.id)))
  }

  async function send() {
    const found = problemsIn(questions, answers, files, answerFileSize)
    setProblems(found)
    if (found.size === 0) closeOnceSaved(await form.submit())
  }

  return (
    <Form className="questionnaire" label="Edit answers" onSubmit={send}>
      <FocusFirst />
      {shown.map((question, at) => (
        <QuestionRow
          key={question.id}
          number={at + 1}
          question={withFileNamed(question)}
          problem={problems.get(question.id) ?? form.errors[question.id]}
          answer={answers[question.id] ?? null}
          onAnswer={(given) => answer(question, given)}
          file={files[question.id]}
          onFile={(file) => answer(question, file ?? question.answer)}
          missingFile={undefined}
          conflict={form.conflictOf(String(question.id))}
        />
      ))}
      <Row bodyClass="row items-center gap-2-4 pt-5">
        <Button pending={form.pending}>Save changes</Button>
        <Button
          kind="line"
          onClick={() => {
            form.forget()
            onDone()
          }}
        >
          Cancel
        </Button>
        <p className="meta" role="status" data-unsaved={form.unsaved || undefined}>
          {form.failed && 'Not saved. Your changes are still here.'}
          {problems.size > 0 && plural(problems.size, 'Please check {n} answer.', 'Please check {n} answers.')}
        </p>
        <ConflictNote form={form} />
      </Row>
    </Form>
  )
}

/** The answers by question, and the files that are to be answers apart from them. */
function parted(values: Partial<Record<string, Given>>): { answers: Answers; files: Files } {
  const answers: Answers = {}
  const files: Files = {}
  for (const [id, given] of Object.entries(values)) {
    if (given instanceof File) files[Number(id)] = given
    else answers[Number(id)] = given ?? null
  }
  return { answers, files }
}

/** The questions to ask, in the light of what was answered so far. */
function shownIn(questions: readonly Question[], values: Partial<Record<string, Given>>): Question[] {
  const { answers, files } = parted(values)
  return applicableQuestions(questions, answersWithFiles(answers, files))
}

/** A file that came to stand under its name since it was chosen is that file: the answer to sending it was lost. */
const isSameAnswer = (one: unknown, other: unknown, base?: unknown): boolean =>
  isSameValue(one, other) ||
  (one instanceof File && (other as Given as FileAnswer | null)?.originalName === one.name && !isSameValue(other, base))

/** An answer as its question's type is read. What stands is never a file that is yet to be sent. */
function shownAnswer(questions: readonly Question[], id: string, given: Given): ReactNode {
  const question = questions.find((question) => String(question.id) === id)
  return question && !(given instanceof File) && <AnswerText question={{ ...question, answer: given }} />
}

/** Sends the changed answers, and the files among them. */
function amend(
  orderId: string,
  changes: Partial<Record<string, Given>>,
  how: { key: string; revision: number },
): Promise<CommandResult<OrderEvent>> {
  const { answers: changed, files } = parted(changes)
  const answers = JSON.stringify(Object.entries(changed).map(([id, answer]) => ({ id: Number(id), answer })))
  const form = new FormData()
  form.set('orderId', orderId)
  form.set('answers', answers)
  for (const [id, file] of Object.entries(files)) {
    form.append('questionIds', id)
    form.append('files', file)
  }
  return send('amendAnswers', form, how)
}

/** A file that was given before is named: the picker cannot show it. */
function withFileNamed(question: Question): Question {
  const { answer, description } = question
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return question
  return { ...question, description: `${description} Current file: ${answer.originalName}.`.trim() }
}
