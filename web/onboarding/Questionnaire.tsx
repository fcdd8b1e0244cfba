import { type SyntheticEvent, useState } from 'react'
import { asked, type Question } from '#domain/template/question.ts'
import { Button } from '#web/kit/Button.tsx'
import { Line } from '#web/kit/Leaf.tsx'
import { formOf, problemIn, problemsIn, withFiles } from './answering.ts'
import { controlOf, QuestionLine } from './QuestionLine.tsx'
import { Sending } from './Sending.tsx'
import { useDraft } from './useDraft.ts'
import { useSubmit } from './useSubmit.ts'
import './Questionnaire.css'

type QuestionnaireProps = { questions: readonly Question[]; userId: string; onDone(): void }

/** The onboarding questionnaire. Questions come and go with the answers they depend on. */
export function Questionnaire({ questions, userId, onDone }: QuestionnaireProps) {
  const { answers, files, lost, answer, attach, drop } = useDraft(userId)
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const { submit, part, failed, cancel } = useSubmit()
  const shown = asked(questions, withFiles(answers, files))

  /** What was wrong is looked at again as it is put right; what was not, is left in peace. */
  function lookAgain(question: Question, now = answers, withNow = files) {
    if (!problems.has(question.id)) return
    const problem = problemIn(question, now, withNow)
    const others = [...problems].filter(([id]) => id !== question.id)
    setProblems(new Map(problem ? [...others, [question.id, problem]] : others))
  }

  function point(found: ReadonlyMap<number, string>) {
    setProblems(found)
    const first = shown.find(({ id }) => found.has(id))
    if (first) document.getElementById(controlOf(first.id))?.focus()
  }

  function send(event: SyntheticEvent) {
    event.preventDefault()
    const found = problemsIn(questions, answers, files)
    point(found)
    if (found.size > 0) return
    void submit({
      form: () => formOf(questions, answers, files),
      what: [answers, Object.entries(files).map(([id, { name, size }]) => [id, name, size])],
      onDone: () => {
        drop()
        onDone()
      },
      onProblems: (fields) => point(new Map(Object.entries(fields).map(([id, problem]) => [Number(id), problem]))),
    })
  }

  return (
    <form className="questionnaire" aria-label="Questions before we begin" noValidate onSubmit={send}>
      {part !== undefined && <Sending part={part} onCancel={cancel} />}
      <Line className="questionnaire-key">
        <p className="meta">
          <span aria-hidden="true">*</span> <span className="sr">A star</span> needs an answer. What you write is kept
          on this device until you send it.
        </p>
      </Line>
      {shown.map((question, at) => (
        <QuestionLine
          key={question.id}
          number={at + 1}
          question={question}
          problem={problems.get(question.id)}
          answer={answers[question.id] ?? null}
          onAnswer={(given) => lookAgain(question, answer(question.id, given))}
          file={files[question.id]}
          onFile={(file) => lookAgain(question, answers, attach(question.id, file))}
          lostFile={lost[question.id]}
        />
      ))}
      <Line className="questionnaire-end">
        <Button pending={part !== undefined}>{failed ? 'Try again' : 'Send the answers'}</Button>
        <p className="meta" role="status">
          {failed && 'Nothing is lost: your answers are still here.'}
          {problems.size > 0 &&
            `${problems.size} ${problems.size === 1 ? 'answer needs' : 'answers need'} another look.`}
        </p>
      </Line>
    </form>
  )
}
