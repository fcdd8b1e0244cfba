import { useState } from 'react'
import type { Answer, Answers } from '#domain/template/question.ts'
import type { Files } from './answering.ts'
import { dropDraft, loadDraft, saveDraft } from './draft.ts'

/** A person's answers while they write them; kept through reloads, except for the files. */
export function useDraft(userId: string) {
  const [lost, setLost] = useState(() => loadDraft(userId).files)
  const [answers, setAnswers] = useState<Answers>(() => loadDraft(userId).answers)
  const [files, setFiles] = useState<Files>({})

  function keep(answers: Answers, files: Files, lost: Record<number, string>) {
    const names = Object.fromEntries(Object.entries(files).map(([id, { name }]) => [id, name]))
    saveDraft(userId, { answers, files: { ...lost, ...names } })
  }

  return {
    answers,
    files,
    /** The names of files that were chosen before a reload, by question id. */
    lost,
    answer(id: number, answer: Answer): Answers {
      const next = { ...answers, [id]: answer }
      setAnswers(next)
      keep(next, files, lost)
      return next
    },
    attach(id: number, file: File | undefined): Files {
      const { [id]: _, ...others } = files
      const { [id]: __, ...stillLost } = lost
      const next = file ? { ...others, [id]: file } : others
      setFiles(next)
      setLost(stillLost)
      keep(answers, next, stillLost)
      return next
    },
    drop: () => dropDraft(userId),
  }
}
