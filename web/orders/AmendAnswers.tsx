import { type SyntheticEvent, useState } from 'react'
import type { OrderEvent } from '#domain/order/order.ts'
import { type Answer, type Answers, answersOf, asked, type Question } from '#domain/template/question.ts'
import type { Changed } from '#domain/wire.ts'
import { http, upload } from '#web/http.ts'
import { Button } from '#web/kit/Button.tsx'
import { Line } from '#web/kit/Leaf.tsx'
import { type Files, problemsIn, withFiles } from '#web/onboarding/answering.ts'
import { controlOf, QuestionLine } from '#web/onboarding/QuestionLine.tsx'
import { useUploadLimits } from '#web/shell/session.ts'
import { useShownOrder } from './context.ts'
import { useChange } from './useChange.ts'
import '#web/onboarding/Questionnaire.css'

/** The questionnaire again, with what was answered. Only what is changed is sent, and what it makes room for. */
export default function AmendAnswers({ onDone }: { onDone(): void }) {
  const { id: orderId, order } = useShownOrder()
  const { change, errors, pending, failed } = useChange()
  const { answerFileSize } = useUploadLimits()
  const [given, setGiven] = useState<Answers>({})
  const [files, setFiles] = useState<Files>({})
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  // What is not touched here follows the order, should it change from elsewhere.
  const answers = { ...answersOf(order.questions), ...given }
  const shown = asked(order.questions, withFiles(answers, files))

  const answer = (question: Question, to: Answer) => {
    setGiven({ ...given, [question.id]: to })
    setProblems(new Map([...problems].filter(([id]) => id !== question.id)))
  }
  const attach = (question: Question, file: File | undefined) => {
    const { [question.id]: _, ...others } = files
    setFiles(file ? { ...others, [question.id]: file } : others)
    setProblems(new Map([...problems].filter(([id]) => id !== question.id)))
  }

  async function send(event: SyntheticEvent) {
    event.preventDefault()
    const found = problemsIn(order.questions, answers, files, answerFileSize)
    setProblems(found)
    const first = shown.find(({ id }) => found.has(id))
    if (first) return document.getElementById(controlOf(first.id))?.focus()
    const changed = Object.entries(given).map(([id, answer]) => ({ id: Number(id), answer }))
    const what = [changed, Object.entries(files).map(([id, { name, size }]) => [id, name, size])]
    if (await change(what, (key) => amend(orderId, changed, files, key))) onDone()
  }

  return (
    <form className="questionnaire" aria-label="Change the answers" noValidate onSubmit={send}>
      {shown.map((question, at) => (
        <QuestionLine
          key={question.id}
          number={at + 1}
          question={withFileNamed(question)}
          problem={problems.get(question.id) ?? errors[question.id]}
          answer={answers[question.id] ?? null}
          onAnswer={(given) => answer(question, given)}
          file={files[question.id]}
          onFile={(file) => attach(question, file)}
          missingFile={undefined}
        />
      ))}
      <Line className="amend-end">
        <Button pending={pending}>Keep the changes</Button>
        <Button type="button" kind="line" onClick={onDone}>
          Leave them as they were
        </Button>
        <p className="meta" role="status">
          {failed && 'Not sent. What you wrote is still here.'}
          {problems.size > 0 && 'An answer needs another look.'}
        </p>
      </Line>
    </form>
  )
}

type Changes = { id: number; answer: Answer }[]

/** Sends the changed answers, as a form only where files go along. */
function amend(orderId: string, changes: Changes, files: Files, key: string): Promise<Changed<OrderEvent>> {
  const answers = JSON.stringify(changes)
  const chosen = Object.entries(files)
  if (chosen.length === 0) return http.put('/api/amend-answers', { orderId, answers }, { key })
  const form = new FormData()
  form.set('orderId', orderId)
  form.set('answers', answers)
  for (const [id, file] of chosen) {
    form.append('questionIds', id)
    form.append('files', file)
  }
  return upload('/api/amend-answers', form, { key, method: 'PUT' })
}

/** A file that was given before is named: the picker cannot show it. */
function withFileNamed(question: Question): Question {
  const { answer, description } = question
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return question
  return { ...question, description: `${description} Now it is ${answer.originalName}.`.trim() }
}
