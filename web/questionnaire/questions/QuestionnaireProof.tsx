import { useEffect, useRef, useState } from 'react'
import { type Answers, applicableQuestions, type Question } from '#domain/questionnaire/question.ts'
import { Row } from '#web/kit/Page.tsx'
import { ProofSheet } from '#web/questionnaire/editing/ProofSheet.tsx'
import { QuestionRow } from '#web/questionnaire/onboarding/QuestionRow.tsx'
import '#web/questionnaire/onboarding/Questionnaire.css'
import './QuestionnaireProof.css'

type Files = Readonly<Record<number, File | undefined>>

/** Why a question is not shown. `place` is that of the question it depends on: 0 where that is gone. */
function hiddenBecause(place: number, answer: string): string {
  if (place === 0) return 'Hidden: the question it depends on was deleted.'
  return answer === ''
    ? `Hidden: no answer to question ${place} is chosen.`
    : `Hidden: question ${place} isn’t “${answer}”.`
}

/** The questionnaire as a client would get it, to be tried: made of the client's own page. Nothing is sent or kept. */
export function QuestionnaireProof({ questions, open }: { questions: readonly Question[]; open: number | undefined }) {
  const [answers, setAnswers] = useState<Answers>({})
  const [files, setFiles] = useState<Files>({})
  const here = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is open
  useEffect(() => {
    const sheet = here.current?.closest('.q-proof')
    if (!sheet) return
    sheet.scrollBy({ top: here.current!.getBoundingClientRect().top - sheet.getBoundingClientRect().top - 24 })
  }, [open])
  const given = questions.filter(({ question }) => question.trim() !== '')
  const shown = new Set(applicableQuestions(given, answers))
  const place = (id: number | null) => questions.findIndex((each) => each.id === id) + 1
  let number = 0
  return (
    <ProofSheet
      title="Client preview"
      meta={`${shown.size} of ${questions.length} shown`}
      className="q-proof scroll-y"
      note="Try it out. Answers here are not saved."
    >
      {given.map((question) =>
        shown.has(question) ? (
          <div key={question.id} {...(question.id === open && { className: 'q-proof-here', ref: here })}>
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
          <Row key={question.id} className="q-proof-out" bodyClass="pencil py-2 break-anywhere">
            {question.question} {hiddenBecause(place(question.dependQuestion), question.dependAnswer)}
          </Row>
        ),
      )}
    </ProofSheet>
  )
}
