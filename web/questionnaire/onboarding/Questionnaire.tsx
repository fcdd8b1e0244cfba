import { type SyntheticEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { SavedDraft } from '#domain/contract/onboarding.ts'
import { plural } from '#domain/count.ts'
import type { DraftAnswer } from '#domain/questionnaire/answers.ts'
import { applicableQuestions } from '#domain/questionnaire/applicable-questions.ts'
import type { Answer, Answers, Question } from '#domain/questionnaire/question.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { reportsHalf } from '#web/kit/Form.tsx'
import { useOpener } from '#web/kit/focus.tsx'
import { NotSent } from '#web/kit/NotSent.tsx'
import { Row } from '#web/kit/Page.tsx'
import { ProgressRule } from '#web/kit/ProgressRule.tsx'
import { toast } from '#web/kit/toast.ts'
import { useUploadLimits } from '#web/shell/session.ts'
import { answersWithFiles, type Files, formOf, problemIn, problemsIn } from './answering.ts'
import { liveDraft } from './live-draft.ts'
import { controlOf, QuestionRow } from './QuestionRow.tsx'
import { useSubmit } from './useSubmit.ts'
import './Questionnaire.css'

type QuestionnaireProps = {
  questions: readonly Question[]
  userId: string
  saved: SavedDraft | undefined
  onDone(): void
}

/** The onboarding questionnaire. Questions come and go with the answers they depend on. */
export function Questionnaire({ questions, userId, saved, onDone }: QuestionnaireProps) {
  const draft = useAnswersDraft(userId, saved)
  const { answers, files, answer, attach } = draft
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const { submit, part, ended, cancel } = useSubmit()
  const sending = useOpener(part !== undefined)
  const { answerFileSize } = useUploadLimits()
  const { revalidate } = useRevalidator()
  const shown = applicableQuestions(questions, answersWithFiles(answers, files))

  /** Checks again what was wrong as it is put right; what was not, is left in peace. A file is checked at once. */
  function lookAgain(question: Question, now = answers, withNow = files, isFile = false) {
    if (!isFile && !problems.has(question.id)) return
    const problem = problemIn(question, now, withNow, answerFileSize)
    const others = [...problems].filter(([id]) => id !== question.id)
    setProblems(new Map(problem ? [...others, [question.id, problem]] : others))
    return problem
  }

  /** A file that is refused is not asked for again after a reload. */
  function choose(question: Question, file: File | undefined) {
    const problem = lookAgain(question, answers, attach(question.id, file), file !== undefined)
    draft.setFileName(question.id, problem ? undefined : file?.name)
  }

  function point(found: ReadonlyMap<number, string>) {
    setProblems(found)
    const first = shown.find(({ id }) => found.has(id))
    if (first) document.getElementById(controlOf(first.id))?.focus()
  }

  /** What the server finds wrong where nothing was wrong here: the questions may be others by now. */
  function pointAgain(fields: Record<string, string>) {
    const found = new Map(Object.entries(fields).map(([id, problem]) => [Number(id), problem]))
    point(found)
    if (!shown.some(({ id }) => found.has(id)))
      toast.error('The questions have changed. Please check them, then send your answers again.')
    void revalidate()
  }

  /** The buttons of an older answer go with it: its question has the focus then. */
  function discardLost(id: number) {
    draft.discardLost(id)
    document.getElementById(controlOf(id))?.focus()
  }

  function send(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (draft.isSent || reportsHalf(event.currentTarget)) return
    const found = problemsIn(questions, answers, files, answerFileSize)
    point(found)
    if (found.size > 0) return
    void submit({
      form: () => formOf(questions, answers, files, draft.sentAt),
      what: [answers, Object.entries(files).map(([id, { name, size }]) => [id, name, size])],
      onTaken: draft.drop,
      onDone,
      onNotSent: () => void draft.look(), // it may be that the server has them, from here or from another device
      onProblems: pointAgain,
    })
  }

  const wrong = shown.filter(({ id }) => problems.has(id)).length
  const unanswered = shown.filter(({ id, required }) => required && isOpen(answers[id], files[id])).length
  return (
    <form aria-label="Questionnaire" noValidate onSubmit={send}>
      {part !== undefined && <Sending part={part} onCancel={cancel} />}
      {draft.isSent && part === undefined && <AlreadySent onGo={onDone} />}
      <Row className="questionnaire-key ink-below">
        <DraftNote savedAt={draft.savedAt} onLogIn={() => void revalidate()} />
      </Row>
      {shown.map((question, at) => (
        <QuestionRow
          key={question.id}
          number={at + 1}
          question={question}
          problem={problems.get(question.id)}
          answer={answers[question.id] ?? null}
          onAnswer={(given) => lookAgain(question, answer(question.id, given))}
          file={files[question.id]}
          onFile={(file) => choose(question, file)}
          missingFile={draft.missing[question.id]}
        >
          {draft.lost[question.id] !== undefined && (
            <LostAnswer
              lost={draft.lost[question.id]!}
              onTakeBack={(lost) => {
                lookAgain(question, answer(question.id, lost))
                discardLost(question.id)
              }}
              onDiscard={() => discardLost(question.id)}
            />
          )}
        </QuestionRow>
      ))}
      <Row className="pt-5" bodyClass="row items-center gap-2-4">
        {!(draft.isSent && part === undefined) && (
          <Button ref={sending} pending={part !== undefined}>
            {ended === 'failed' ? 'Try again' : 'Send answers'}
          </Button>
        )}
        <p className="meta" role="status">
          {(ended === 'failed' || ended === 'refused') && !draft.isSent && 'Not sent. Your answers are still here. '}
          {ended === 'cancelled' && !draft.isSent && 'Cancelled. Your answers and files are still here. '}
          {wrong > 0 && plural(wrong, 'Please check {n} answer.', 'Please check {n} answers.')}
        </p>
        {!ended && wrong === 0 && unanswered > 0 && (
          <p className="meta">
            {plural(unanswered, '{n} required answer still missing.', '{n} required answers still missing.')}
          </p>
        )}
      </Row>
    </form>
  )
}

const isOpen = (answer: unknown, file: File | undefined) =>
  !file && (!answer || (answer as { length: number }).length === 0)

type SavedAt = ReturnType<typeof useAnswersDraft>['savedAt']

const savedAtWords: Record<SavedAt, string> = {
  everywhere: 'Your answers are saved as you type. You can continue later, on any device.',
  'here: unreachable': 'We can’t reach the server. Your answers are saved on this device for now.',
  'here: logged out': 'You’re logged out. Your answers are saved on this device for now.',
  'here: refused': 'We can’t save your latest answers on the server. They are saved on this device for now.',
}

/** Explains the star, and the fate of answers before they are sent. */
const DraftNote = ({ savedAt, onLogIn }: { savedAt: SavedAt; onLogIn(): void }) => (
  <p className="meta">
    <span aria-hidden="true">*</span> <span className="sr">A star means</span> required.{' '}
    <span role="status">{savedAtWords[savedAt]}</span>{' '}
    {savedAt === 'here: logged out' && (
      <>
        <TextButton onClick={onLogIn}>Log in again</TextButton>{' '}
      </>
    )}
    Files are not saved until you send them.
  </p>
)

type LostAnswerProps = { lost: DraftAnswer; onTakeBack(lost: DraftAnswer): void; onDiscard(): void }

/** An answer that was replaced by that of another device: still here, until it is restored or discarded. */
const LostAnswer = ({ lost, onTakeBack, onDiscard }: LostAnswerProps) => (
  <NotSent
    says="You answered this on 2 devices. The newer answer is shown above. The older one was:"
    text={Array.isArray(lost) ? lost.join(', ') : (lost ?? '')}
    onDiscard={onDiscard}
  >
    <TextButton onClick={() => onTakeBack(lost)}>Use the older answer</TextButton>
  </NotSent>
)

/** The answers were sent while they were open here: from another device, or from here where the answer was lost. */
const AlreadySent = ({ onGo }: { onGo(): void }) => (
  <Row className="wet wet-around-y on-wet-wash" bodyClass="row items-center gap-2-4 py-3">
    <p role="status">You already sent your answers. Your project has started.</p>
    <Button kind="line" small onClick={onGo}>
      Go to your projects
    </Button>
  </Row>
)

/** Shows the sending of answers: a rule at the top of the page that is being inked. `part` is 0 to 1. */
function Sending({ part, onCancel }: { part: number; onCancel(): void }) {
  const percent = Math.floor(part * 100)
  return (
    <div className="sending ink-below on-paper">
      <ProgressRule label="Sending your answers" part={part} />
      <p className="flex items-center justify-between gap-4 text-3 tabular">
        {percent < 100 ? `Sending your answers: ${percent}%` : 'Saving your answers…'}
        {percent < 100 && (
          <Button kind="line" small onClick={onCancel}>
            Cancel
          </Button>
        )}
      </p>
    </div>
  )
}

/** A person's answers while they write them: kept through reloads and on the server, except for the files. */
function useAnswersDraft(userId: string, saved: SavedDraft | undefined) {
  const [live] = useState(() => liveDraft(userId, saved))
  const state = useSyncExternalStore(live.subscribe, live.now)
  const [files, setFiles] = useState<Files>({})
  useEffect(() => live.open(), [live])

  const { answers, lost, files: named } = state.draft
  return {
    ...state,
    answers,
    lost,
    files,
    /** The names of files that were chosen in an earlier visit, by question id. */
    missing: Object.fromEntries(Object.entries(named).filter(([id]) => !(Number(id) in files))) as Record<
      number,
      string
    >,
    answer(id: number, answer: Answer): Answers {
      live.answer(id, answer as DraftAnswer)
      return live.now().draft.answers
    },
    attach(id: number, file: File | undefined): Files {
      const { [id]: _, ...others } = files
      const next = file ? { ...others, [id]: file } : others
      setFiles(next)
      return next
    },
    setFileName: live.setFileName,
    discardLost: live.discardLost,
    look: live.look,
    drop: live.drop,
  }
}
