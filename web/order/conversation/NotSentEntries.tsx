import { plural } from '#domain/count.ts'
import { Copy } from '#web/kit/Copy.tsx'
import { NotSent } from '#web/kit/NotSent.tsx'
import { Row } from '#web/kit/Page.tsx'
import { LeaveFilesWarning } from './UploadList.tsx'
import type { FileUploads } from './useFileUploads.ts'

type NotSentEntriesProps = { text: string; uploads: FileUploads; onDiscard(): void }

/** A message that was being written, and files that were chosen, and can no longer be sent. `onDiscard` is the message’s. */
export default function NotSentEntries({ text, uploads: { uploads, remove }, onDiscard }: NotSentEntriesProps) {
  const captions = uploads.map(({ file, caption }) => [file.name, caption].filter(Boolean).join(': ')).join('\n')
  const discardFiles = () => {
    for (const { id } of uploads) remove(id)
  }
  return (
    <Row className="talk-none">
      {text && (
        <NotSent says="Your message wasn’t sent:" text={text} onDiscard={onDiscard}>
          <Copy label="Message" text={text} />
        </NotSent>
      )}
      {uploads.length > 0 && (
        <div data-unsaved>
          <NotSent
            says={plural(uploads.length, '{n} file wasn’t shared:', '{n} files weren’t shared:')}
            text={captions}
            onDiscard={discardFiles}
          >
            <Copy label="Captions" text={captions} />
          </NotSent>
        </div>
      )}
      <LeaveFilesWarning unsaved={uploads.length > 0} />
    </Row>
  )
}
