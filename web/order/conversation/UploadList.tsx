import { createPortal } from 'react-dom'
import { plural } from '#domain/count.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { LeaveWarning } from '#web/kit/Confirm.tsx'
import { Field } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { ProgressRule } from '#web/kit/ProgressRule.tsx'
import { sizeInWords } from '#web/kit/size.ts'
import type { FileUpload, FileUploads } from './useFileUploads.ts'

/** The files that were chosen, a caption each, and how far each of them is. */
export default function UploadList({ uploads, caption, share, remove, cancel, retry }: FileUploads) {
  const idle = uploads.filter(({ state, isFinal }) => !isFinal && (state === 'chosen' || state === 'failed'))
  return (
    <>
      {uploads.length > 0 && (
        <Form label="Share files" className="shares pt-4" onSubmit={share}>
          <ul data-unsaved>
            {uploads.map((each) => (
              <UploadRow
                key={each.id}
                {...each}
                onCaption={(text) => caption(each.id, text)}
                onRemove={() => remove(each.id)}
                onCancel={() => cancel(each.id)}
                onRetry={() => retry(each.id)}
              />
            ))}
          </ul>
          {idle.length > 0 && (
            <Button kind="line" className="mt-4">
              {plural(idle.length, 'Share file', 'Share {n} files')}
            </Button>
          )}
        </Form>
      )}
      <LeaveFilesWarning unsaved={uploads.some(({ isFinal }) => !isFinal)} />
    </>
  )
}

/** Not inside of the overview: that is hidden while another tab is left. It goes on when the last one is shared. */
export const LeaveFilesWarning = ({ unsaved }: { unsaved: boolean }) =>
  createPortal(
    <LeaveWarning unsaved={unsaved} warning="Files that you haven’t shared yet will be lost." />,
    document.body,
  )

type UploadRowProps = FileUpload & {
  onCaption(text: string): void
  onRemove(): void
  onCancel(): void
  onRetry(): void
}

function UploadRow({ file, replaces, state, part, problem, isOfCaption, isFinal, ...rest }: UploadRowProps) {
  const { caption, onCaption, onRemove, onCancel, onRetry } = rest
  const moves = state === 'sending' || state === 'queued'
  return (
    <li className="share rule-above">
      <p className="flex items-baseline justify-between gap-0-4 text-3">
        <span>
          <bdi>{file.name}</bdi> <span className="meta">{sizeInWords(file.size)}</span>
          {replaces && (
            <span className="meta block">
              replaces <bdi>{replaces.name}</bdi>
            </span>
          )}
        </span>
        <span className="flex flex-none gap-4">
          {moves ? (
            <TextButton onClick={onCancel}>
              Cancel<span className="sr"> {file.name}</span>
            </TextButton>
          ) : (
            <>
              {state === 'failed' && !isFinal && (
                <TextButton onClick={onRetry}>
                  Try again<span className="sr"> {file.name}</span>
                </TextButton>
              )}
              <TextButton onClick={onRemove}>
                Remove<span className="sr"> {file.name}</span>
              </TextButton>
            </>
          )}
        </span>
      </p>
      {moves ? (
        <Progress name={file.name} part={part} state={state} />
      ) : (
        !isFinal && (
          <Field
            name="caption"
            label={<>Caption{<span className="sr"> of {file.name}</span>}</>}
            value={caption}
            maxLength={1_000}
            error={isOfCaption ? problem : undefined}
            onChange={({ target }) => onCaption(target.value)}
          />
        )
      )}
      <div role="status">{problem && !isOfCaption && <p className="field-error">{problem}</p>}</div>
    </li>
  )
}

/** A rule that is being inked. What has all gone out is being looked at by the server: it is not there yet. */
function Progress({ name, part, state }: { name: string; part: number; state: FileUpload['state'] }) {
  const percent = Math.floor(part * 100)
  return (
    <div className="share-way grid items-center gap-4 text-2">
      <ProgressRule label={`Sharing ${name}`} part={part} />
      <span className="text-end tabular">
        {state === 'queued' ? 'waiting' : percent === 100 ? 'checking' : `${percent}%`}
      </span>
    </div>
  )
}
