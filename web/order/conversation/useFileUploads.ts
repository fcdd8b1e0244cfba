import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasExtension, sharedFileExtensions } from '#domain/file.ts'
import { captionMissing, type SharedFile } from '#domain/order/conversation.ts'
import { tooManyFiles } from '#domain/words/too-many.ts'
import { newIdempotencyKey } from '#web/api.ts'
import { HttpError, isRetryable, messageOf } from '#web/http.ts'
import { sizeProblem } from '#web/kit/size.ts'
import { toast } from '#web/kit/toast.ts'
import { useShownOrder } from '#web/order/context.ts'
import { useUploadLimits } from '#web/shell/session.ts'

/** A file that was chosen, on its way into the conversation. */
export type FileUpload = {
  id: string
  file: File
  caption: string
  /** The file that it replaces. */
  replaces?: { id: string; name: string } | undefined
  state: 'chosen' | 'queued' | 'sending' | 'failed'
  /** How much has gone out: 0 to 1. */
  part: number
  /** Why it cannot be shared, or was not. */
  problem?: string | undefined
  /** Whether the problem is the caption's. */
  isOfCaption?: boolean
  /** Whether the problem is the file's own, so that trying again is of no use. */
  isFinal?: boolean
  /** The same for every try of the same file with the same caption. */
  idempotencyKey: string
}

export type FileUploads = ReturnType<typeof useFileUploads>

/** The files on their way into the order of the page around: one upload a file, one after the other. */
export function useFileUploads() {
  const { id: orderId, applyEvents } = useShownOrder()
  const [uploads, setUploads] = useState<readonly FileUpload[]>([])
  const [wereChosen, setWereChosen] = useState(false)
  const { filesAtOnce, sharedFileSize } = useUploadLimits()
  const replaced = useRef<SharedFile>(undefined)
  const picker = useRef<HTMLInputElement>(null)
  const inFlight = useRef<{ id: string; controller: AbortController }>(undefined)

  const change = (id: string, changes: Partial<FileUpload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  const remove = (id: string) => setUploads((all) => all.filter((upload) => upload.id !== id))

  /** Opens the file picker; what is chosen is put in the place of an earlier file, if one is given. */
  const choose = useCallback((file?: SharedFile) => {
    replaced.current = file
    if (!picker.current) return
    picker.current.multiple = file === undefined
    picker.current.click()
  }, [])

  /** Adds what was chosen in the picker. */
  function addChosen(files: readonly File[]) {
    add(files, replaced.current)
    replaced.current = undefined
  }

  function add(files: readonly File[], earlier?: SharedFile) {
    if (uploads.length + files.length > filesAtOnce) toast.error(tooManyFiles(filesAtOnce))
    const chosen = files.slice(0, filesAtOnce - uploads.length).map((file): FileUpload => {
      const problem = problemWith(file, sharedFileSize)
      return {
        id: newIdempotencyKey(),
        idempotencyKey: newIdempotencyKey(),
        file,
        caption: earlier?.caption ?? '',
        state: 'chosen',
        part: 0,
        ...(earlier ? { replaces: { id: earlier.id, name: earlier.file.originalName } } : {}),
        ...(problem ? { problem, isFinal: true } : {}),
      }
    })
    setUploads((all) => [...all, ...chosen])
    setWereChosen(true)
  }

  async function sendFile({ id, idempotencyKey, file, caption, replaces }: FileUpload) {
    const controller = new AbortController()
    inFlight.current = { id, controller }
    change(id, { state: 'sending', part: 0, problem: undefined })
    const form = new FormData()
    // The fields go first, so that the server can refuse before it takes a file in.
    form.set('orderId', orderId)
    form.set('captions', JSON.stringify([caption]))
    if (replaces) form.set('replaceId', replaces.id)
    form.set('files', file)
    try {
      const { send } = await import('#web/file-calls.ts')
      const { events, message } = await send('shareFiles', form, {
        key: idempotencyKey,
        signal: controller.signal,
        onProgress: (part) => change(id, { part }),
      })
      inFlight.current = undefined
      applyEvents(events)
      toast.success(message, { id: 'shared' }) // one for all of them, however many
      remove(id)
    } catch (error) {
      inFlight.current = undefined
      if (controller.signal.aborted) return change(id, { state: 'chosen', part: 0 })
      const isOfCaption = error instanceof HttpError && 'captions' in error.fields
      const isFinal = error instanceof HttpError && !isRetryable(error) && !isOfCaption
      change(id, { state: 'failed', problem: messageOf(error), isOfCaption, isFinal }) // said there, and nowhere else
    }
  }

  const next = uploads.find(({ state }) => state === 'queued')
  const sending = uploads.some(({ state }) => state === 'sending')
  const sendNext = useEffectEvent(() => next && !inFlight.current && void sendFile(next))
  const waiting = next?.id
  useEffect(() => {
    if (waiting && !sending) sendNext()
  }, [waiting, sending])
  useEffect(() => () => inFlight.current?.controller.abort(), [])

  /** Sends what was chosen; a file without a caption says so, and waits. */
  function share() {
    setUploads((all) =>
      all.map((each) => {
        if (each.isFinal || each.state === 'queued' || each.state === 'sending') return each
        if (!each.caption.trim()) return { ...each, problem: captionMissing, isOfCaption: true }
        return { ...each, state: 'queued', problem: undefined }
      }),
    )
  }

  return {
    uploads,
    /** Whether any were chosen since the page was opened. */
    wereChosen,
    picker,
    choose,
    add,
    addChosen,
    remove,
    share,
    /** Another caption is another wish. */
    caption: (id: string, caption: string) =>
      change(id, { caption, idempotencyKey: newIdempotencyKey(), problem: undefined }),
    /** Stops an upload; the file stays chosen. */
    cancel(id: string) {
      if (inFlight.current?.id === id) inFlight.current.controller.abort()
      else change(id, { state: 'chosen' })
    },
    retry: (id: string) => change(id, { state: 'queued', problem: undefined }),
  }
}

/** The extensions that the file picker offers. */
export const accepted = sharedFileExtensions.map((extension) => `.${extension}`).join(',')

/** Why a file cannot be shared, or undefined when it can. `largest`: the most it may have, in bytes. */
export function problemWith({ name, size }: { name: string; size: number }, largest: number): string | undefined {
  if (!hasExtension(name, sharedFileExtensions)) return 'This file type isn’t supported'
  return sizeProblem(size, largest)
}
