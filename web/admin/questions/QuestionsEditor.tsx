import { useEffect, useMemo, useRef, useState } from 'react'
import { checkQuestions, questionProblems } from '#domain/template/check-questions.ts'
import { changesBetween } from '#domain/template/list-changes.ts'
import { questionList } from '#domain/template/list-kind.ts'
import type { Question } from '#domain/template/question.ts'
import { clock, day } from '#web/kit/time.ts'
import { toast } from '#web/kit/toast.ts'
import { useViewer } from '#web/live/viewer.ts'
import { EditorPage } from '../editing/EditorPage.tsx'
import { Foot } from '../editing/Foot.tsx'
import { faultsOf } from '../editing/faults.ts'
import { LeaveWarning } from '../editing/LeaveWarning.tsx'
import type { LoadedPart } from '../editing/load.ts'
import { NewsLine } from '../editing/NewsLine.tsx'
import { questionsPart } from '../editing/parts.ts'
import { useEditor } from '../editing/useEditor.ts'
import { useUndoKeys } from '../editing/useUndoKeys.ts'
import { useVersions } from '../editing/useVersions.ts'
import { Versions } from '../editing/Versions.tsx'
import { changesInWords } from '../editing/words.ts'
import { controlId, lineId } from './ids.ts'
import { QuestionList } from './QuestionList.tsx'
import { QuestionnaireProof } from './QuestionnaireProof.tsx'
import { headline } from './words.ts'

/** The questionnaire of new orders: written in pencil, tried beside it, and saved by Update. */
export function QuestionsEditor({ loaded }: { loaded: LoadedPart<Question> }) {
  const viewer = useViewer()
  const editor = useEditor({
    part: questionsPart,
    loaded: loaded.saved,
    viewer,
    success: 'Questionnaire updated',
  })
  const { versions, hasMore, more } = useVersions('questions', loaded.versions, editor.saved.revision)
  const [open, setOpen] = useState<number>()
  const [said, say] = useState('')
  const questions = editor.now.items
  const { conflicts } = editor.now
  const problems = useMemo(() => questionProblems(questions), [questions])
  const whole = useMemo(() => checkQuestions(questions).issues.find(({ path }) => path.length === 0), [questions])
  const changes = useMemo(() => changesBetween(questionList, editor.saved.items, questions), [editor.saved, questions])
  const faults = faultsOf(questions, new Set(problems.keys()), conflicts)
  const places = new Set(changes.map((each) => (each.kind === 'changed' ? each.after.id : each.item.id))).size
  const { title, wrong } = headline(questions.length, places, problems.size)
  const [current] = versions
  useFocus(open)
  useUndoKeys({ undo: editor.undo, redo: editor.redo, exempt: '.editor-proof' })

  function go(id: number) {
    setOpen(id)
    requestAnimationFrame(() => {
      document.getElementById(lineId(id))?.scrollIntoView({ block: 'center' })
      document.getElementById(controlId(id))?.focus()
    })
  }

  return (
    <>
      <LeaveWarning unsaved={editor.changed} until="Clients are asked as before until you update." />
      <p className="sr" role="status">
        {said}
      </p>
      <EditorPage
        connection={editor.connection}
        title={
          <>
            {title}{' '}
            {wrong && (
              <em>
                <span className="editor-mark">{wrong}</span>
              </em>
            )}
          </>
        }
        meta={
          <>
            {current?.at
              ? `As ${current.by} left it on ${day(current.at)} at ${clock(current.at)}.`
              : 'As every agency begins.'}
            <br />
            For new orders only: {keep(loaded.orders.open)}
          </>
        }
        parts={{ list: 'Questions', proof: 'As the client sees it', versions: 'Versions' }}
        list={
          <>
            <NewsLine
              news={editor.news}
              what="the questionnaire"
              conflicts={conflicts.length}
              onGo={() => go(conflicts[0]!.id)}
              onDismiss={editor.dismissNews}
            />
            <QuestionList editor={editor} problems={problems} open={open} onOpen={setOpen} onSay={say} />
          </>
        }
        proof={<QuestionnaireProof questions={questions} open={open} />}
        versions={
          <Versions
            versions={versions}
            hasMore={hasMore}
            onMore={more}
            onRestore={(version) => {
              editor.edit(questionsPart.read(version)!)
              toast('It stands in pencil now. Update writes it.')
            }}
          />
        }
        foot={
          <Foot
            pencil={changes.length > 0 ? changesInWords(changes, ({ question }) => question) : undefined}
            faults={faults}
            problem={whole?.message}
            update="Update"
            promise="No open order changes."
            pending={editor.pending}
            canUndo={editor.past.length > 0}
            canRedo={editor.future.length > 0}
            onUndo={editor.undo}
            onRedo={editor.redo}
            onUpdate={editor.update}
            onGo={go}
          />
        }
      />
    </>
  )
}

const keep = (open: number) =>
  open === 0 ? 'no order is open.' : open === 1 ? 'the open order keeps its own.' : `${open} open orders keep theirs.`

/** Puts the focus into a line that was just opened, and back on its name when it is closed. */
function useFocus(open: number | undefined) {
  const before = useRef(open)
  useEffect(() => {
    if (before.current === open) return
    const id = open ?? before.current!
    before.current = open
    const field = document.querySelector<HTMLElement>(`[data-control="${controlId(id)}"]`)
    ;(field ?? document.getElementById(controlId(id)))?.focus()
  }, [open])
}
