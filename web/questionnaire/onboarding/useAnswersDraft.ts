import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftAnswer, SavedDraft } from '#domain/questionnaire/answers-draft.ts'
import type { Answer, Answers } from '#domain/questionnaire/question.ts'
import type { Files } from './answering.ts'
import { liveDraft } from './live-draft.ts'

/** A person's answers while they write them: kept through reloads and on the server, except for the files. */
export function useAnswersDraft(userId: string, saved: SavedDraft | undefined) {
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
      live.setFileName(id, file?.name)
      return next
    },
    discardLost: live.discardLost,
    look: live.look,
    drop: live.drop,
  }
}
