import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Identified } from '#domain/questionnaire/list-changes.ts'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import { useViewer } from '#web/shell/session.ts'
import { type EditorState, type LiveEditor, liveEditor } from './live-editor.ts'
import type { LoadedPart } from './load.ts'
import type { TemplatePart } from './parts.ts'

export type Editor<Item extends Identified> = EditorState<Item> &
  Omit<LiveEditor<Item>, 'now' | 'subscribe' | 'send' | 'open'> & {
    /** Sends what is written, and says how it went. */
    update(): Promise<void>
    pending: boolean
  }

/** A list of the template that is edited on a page, from what it was loaded with. `success` is said once it is saved. */
export function useEditor<Item extends Identified>(
  part: TemplatePart<Item>,
  { saved, nextId }: LoadedPart<Item>,
  success: string,
): Editor<Item> {
  const viewer = useViewer()
  const [editor] = useState(() => liveEditor({ part, loaded: saved, nextId, viewer }))
  const state = useSyncExternalStore(editor.subscribe, editor.now)
  const { mutate, pending } = useMutation()
  useEffect(() => editor.open(), [editor])

  async function update() {
    await mutate(async (keyFor) => {
      const outcome = await editor.send(keyFor)
      if (outcome === 'sent') toast.success(success)
      if (outcome === 'unchanged') toast('No changes to save')
      if (outcome === 'conflict') toast('Another admin edited the same item. Choose a version, then save again.')
      return outcome !== 'conflict'
    })
  }

  const { edit, undo, redo, settle, dismissNews } = editor
  return { ...state, edit, undo, redo, settle, dismissNews, update, pending }
}
