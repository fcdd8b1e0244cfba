import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { applicableQuestions } from '#domain/questionnaire/applicable-questions.ts'
import { checkQuestions, questionProblems } from '#domain/questionnaire/check.ts'
import { changesBetween, questionList } from '#domain/questionnaire/list-changes.ts'
import type { Answers, Question } from '#domain/questionnaire/question.ts'
import { questionsTitle } from '#domain/words/admin-titles.ts'
import { Row } from '#web/kit/Page.tsx'
import { EditorFrame } from '#web/questionnaire/editing/EditorFrame.tsx'
import { loadPart } from '#web/questionnaire/editing/load.ts'
import { ProofSheet } from '#web/questionnaire/editing/ProofSheet.tsx'
import { questionsPart } from '#web/questionnaire/editing/parts.ts'
import { useEditor } from '#web/questionnaire/editing/useEditor.ts'
import { QuestionRow } from '#web/questionnaire/onboarding/QuestionRow.tsx'
import { Head } from '#web/shell/Head.tsx'
import { addId, controlId, lineId } from './QuestionForm.tsx'
import { QuestionList } from './QuestionList.tsx'
import '#web/questionnaire/onboarding/Questionnaire.css'
import './questions.css'

export const loader = () => loadPart(questionsPart)

/** The questionnaire of new orders: written in pencil, tried beside it, and saved by Update. */
export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const editor = useEditor(questionsPart, loaded, 'Questionnaire updated')
  const [open, setOpen] = useState<number>()
  const questions = editor.now.items
  const problems = questionProblems(questions)
  const changes = changesBetween(questionList, editor.saved.items, questions)
  const changed = new Set(changes.map((each) => (each.kind === 'changed' ? each.after.id : each.item.id)))
  const { title, next } = questionsTitle(questions.length, changed.size, problems.size)
  useFocus(open)

  function go(id: number) {
    setOpen(id)
    requestAnimationFrame(() => {
      document.getElementById(lineId(id))?.scrollIntoView({ block: 'center' })
      controlOf(id)?.focus()
    })
  }

  return (
    <>
      <Head noindex />
      <EditorFrame
        part={questionsPart}
        loaded={loaded}
        editor={editor}
        what="the questionnaire"
        title={
          <>
            {title}{' '}
            {next && (
              <em>
                <span className="editor-mark inline-block relative">{next}</span>
              </em>
            )}
          </>
        }
        listName="Questions"
        wrong={new Set(problems.keys())}
        problem={checkQuestions(questions).issues.find(({ path }) => path.length === 0)?.message}
        nameOf={({ question }) => question}
        update="Update"
        until="Clients see the current questions until you update."
        list={(say) => <QuestionList editor={editor} problems={problems} open={open} onOpen={setOpen} onSay={say} />}
        proof={<QuestionnaireProof questions={questions} open={open} />}
        onGo={go}
      />
    </>
  )
}

/** The field of an open line; the name of a closed one, or its Put back. */
const controlOf = (id: number) =>
  document.querySelector<HTMLElement>(`[data-control="${controlId(id)}"]`) ?? document.getElementById(controlId(id))

/** Puts the focus into a line that was just opened, and back on its name, or on Put back, when it is closed. */
function useFocus(open: number | undefined) {
  const before = useRef(open)
  useEffect(() => {
    if (before.current === open) return
    const id = open ?? before.current!
    before.current = open
    ;(controlOf(id) ?? document.getElementById(addId))?.focus()
  }, [open])
}

type Files = Readonly<Record<number, File | undefined>>

/** Why a question is not shown. The condition is the question it depends on, by its words: here it may have no number. */
function hiddenBecause(condition: Question | undefined, answer: string): string {
  if (!condition) return 'Hidden: the question it depends on was deleted.'
  const words = `“${condition.question || 'Untitled question'}”`
  return answer === ''
    ? `Hidden: no answer to ${words} is chosen.`
    : `Hidden: the answer to ${words} isn’t “${answer}”.`
}

/** The questionnaire as a client would get it, to be tried: made of the client's own page. Nothing is sent or kept. */
function QuestionnaireProof({ questions, open }: { questions: readonly Question[]; open: number | undefined }) {
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
  const withId = (id: number | null) => questions.find((each) => each.id === id)
  let number = 0
  return (
    <ProofSheet
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
            {question.question} {hiddenBecause(withId(question.dependQuestion), question.dependAnswer)}
          </Row>
        ),
      )}
    </ProofSheet>
  )
}
