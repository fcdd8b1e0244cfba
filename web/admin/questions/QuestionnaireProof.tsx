import { useState } from 'react'
import { type Answers, applicableQuestions, type Question } from '#domain/template/question.ts'
import { Row } from '#web/kit/Page.tsx'
import { useAgencyName } from '#web/live/agency.ts'
import { QuestionRow } from '../../onboarding/QuestionRow.tsx'
import '../../onboarding/Questionnaire.css'
import './QuestionnaireProof.css'

type Files = Readonly<Record<number, File | undefined>>

/** The questionnaire as a client would get it, to be tried: made of the client's own page. Nothing is sent or kept. */
export function QuestionnaireProof({ questions, open }: { questions: readonly Question[]; open: number | undefined }) {
  const [answers, setAnswers] = useState<Answers>({})
  const [files, setFiles] = useState<Files>({})
  const given = questions.filter(({ question }) => question.trim() !== '')
  const shown = new Set(applicableQuestions(given, answers))
  const place = (id: number | null) => questions.findIndex((each) => each.id === id) + 1
  let number = 0
  return (
    <>
      <div className="editor-proof-head">
        <h2>As the client sees it</h2>
        <span className="meta">
          {shown.size} of {questions.length} asked
        </span>
      </div>
      <div className="editor-sheet q-proof">
        <p className="editor-brand wordmark" aria-hidden="true">
          {useAgencyName()}
        </p>
        <div className="leaf-frame">
          <div className="leaf">
            {given.map((question) =>
              shown.has(question) ? (
                <div key={question.id} className={question.id === open ? 'q-proof-here' : undefined}>
                  <QuestionRow
                    number={++number}
                    question={question}
                    problem={undefined}
                    answer={answers[question.id] ?? null}
                    onAnswer={(answer) => setAnswers((before) => ({ ...before, [question.id]: answer }))}
                    file={files[question.id]}
                    onFile={(file) => setFiles((before) => ({ ...before, [question.id]: file }))}
                    missingFile={undefined}
                  />
                </div>
              ) : (
                <Row key={question.id} className="q-proof-out">
                  {question.question} Left out: {place(question.dependQuestion) || 'what it waits for'} is not{' '}
                  {question.dependAnswer || 'answered'}.
                </Row>
              ),
            )}
          </div>
        </div>
      </div>
      <p className="editor-note">Try it: answers here are only for looking, and go nowhere.</p>
    </>
  )
}
