import { useRef, useState } from 'react'
import { shareDesignLink } from '#domain/order/share-design-link.ts'
import { draftExtensions, shareDraft } from '#domain/order/share-draft.ts'
import { tooManyFiles } from '#domain/words/too-many.ts'
import { send } from '#web/file-calls.ts'
import { HttpError } from '#web/http.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/Field.tsx'
import type { Entries } from '#web/kit/Form.tsx'
import { SectionHeader } from '#web/kit/Page.tsx'
import { sizeProblem } from '#web/kit/size.ts'
import { CommandForm, useStoredEntries } from '#web/order/CommandForm.tsx'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderCommand, useOrderMutation } from '#web/order/useOrderCommand.ts'
import { useUploadLimits } from '#web/shell/session.ts'

/** Shows the client the next version: pictures or PDF, or a link. */
export function ShareDraft() {
  const { order } = useShownOrder()
  return (
    <>
      <SectionHeader
        title={`Share version ${order.designs.length + 1}`}
        aside="The client can see it at once, and approve it."
      />
      <UploadDraft />
      <ShareLink />
    </>
  )
}

function UploadDraft() {
  const { id, order } = useShownOrder()
  const form = useOrderMutation('cannot be taken back')
  const stored = useStoredEntries('share-draft')
  const [part, setPart] = useState<number>()
  const [ending, setEnding] = useState<AbortController>()
  const picker = useRef<HTMLInputElement>(null)
  const { filesAtOnce, sharedFileSize } = useUploadLimits()
  const upload = async (entries: Entries) => {
    const [note, files] = [String(entries.note ?? '').trim(), [...(picker.current?.files ?? [])]]
    const refused = files.find(({ size }) => sizeProblem(size, sharedFileSize))
    const problem =
      files.length > filesAtOnce
        ? tooManyFiles(filesAtOnce)
        : refused && `${refused.name}: ${sizeProblem(refused.size, sharedFileSize)}`
    const what = [note, files.map(({ name, size, lastModified }) => [name, size, lastModified])]
    return form.change(what, async (key) => {
      if (problem) throw new HttpError(400, { message: problem, fields: { files: problem } })
      const data = new FormData()
      data.set('orderId', id)
      if (note) data.set('note', note)
      for (const file of files) data.append('files', file)
      const ending = new AbortController()
      setEnding(ending)
      try {
        return await send('shareDraft', data, { key, signal: ending.signal, onProgress: setPart })
      } catch (error) {
        // The server may have it by then: the next try has the same key.
        throw ending.signal.aborted ? new HttpError(0, { message: 'Upload cancelled' }) : error
      } finally {
        setEnding(undefined)
        setPart(undefined)
      }
    })
  }
  return (
    <CommandForm
      command={shareDraft}
      form={form}
      kind="solid"
      label="Upload a design"
      submitLabel={`Share version ${order.designs.length + 1}`}
      onSubmit={upload}
      clears
      stored={stored}
      note={
        ending && (
          <>
            <progress className="small" aria-label="Upload" value={part ?? 0} />
            <TextButton
              onClick={() => {
                picker.current?.focus()
                ending.abort()
              }}
            >
              Cancel upload
            </TextButton>
          </>
        )
      }
    >
      <Field
        ref={picker}
        type="file"
        multiple
        accept={draftExtensions.map((extension) => `.${extension}`).join()}
        label="Pictures or PDF"
        {...form.field('files')}
      />
      <Field label="Note (optional)" maxLength={1_000} defaultValue={stored.values.note} {...form.field('note')} />
    </CommandForm>
  )
}

function ShareLink() {
  const form = useOrderCommand(shareDesignLink)
  const stored = useStoredEntries('share-design-link')
  return (
    <CommandForm
      command={shareDesignLink}
      form={form}
      submitLabel="Share design"
      onSubmit={form.perform}
      clears
      stored={stored}
    >
      <Field
        type="url"
        inputMode="url"
        label="Figma link"
        placeholder="https://"
        defaultValue={stored.values.link}
        {...form.field('link')}
      />
    </CommandForm>
  )
}
