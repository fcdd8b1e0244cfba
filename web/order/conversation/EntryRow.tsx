import { memo, type ReactNode, useState } from 'react'
import { counted } from '#domain/count.ts'
import { authorName, type Person } from '#domain/event.ts'
import type { Entry, SharedFile } from '#domain/order/conversation.ts'
import { call } from '#web/api.ts'
import { senderLabel } from '#web/history/event-text.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { LazyView } from '#web/kit/LazyView.tsx'
import { NewBadge } from '#web/kit/NewBadge.tsx'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { clock, day } from '#web/kit/time.ts'
import { useAgencyName } from '#web/live/agency.ts'
import type { Arrival } from '#web/live/order.ts'
import type { Mark } from '#web/order/context.ts'
import { Marking } from '#web/order/page/Marked.tsx'
import { useOrderMutation } from '#web/order/useOrderCommand.ts'
import { InlinePreview } from './InlinePreview.tsx'
import { downloadUrl } from './preview.ts'

type EntryRowProps = {
  entry: Entry
  viewer: Person
  /** When the line before was written, if there is one. */
  before: string | undefined
  isUnread: boolean
  arrival: Arrival | undefined
  /** How it is marked, where it does not stand on the page that this one is compared with. */
  mark?: Mark | undefined
  /** Whether the order is open, so that files may be replaced and deleted. */
  open: boolean
  onReplace(file: SharedFile): void
}

/** A message or a shared file. Rendered again only when it has changed: there may be a thousand. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, viewer, before, isUnread, arrival, mark } = props
  const firstOfDay = before === undefined || day(before) !== day(entry.at)
  const mine = entry.by.id === viewer.id
  const agency = useAgencyName()
  return (
    <Row
      as="li"
      className={['talk-line', mine && 'is-you', isUnread && 'is-unread']}
      recent={arrival !== undefined}
      margin={<Timestamp at={entry.at} {...(firstOfDay ? {} : { part: 'clock' })} />}
    >
      <div>
        <p className="talk-who">
          <b>{senderLabel(entry.by, viewer, agency)}</b>
          {(!mine || entry.by.via) && <span>{authorName(entry.by)}</span>}
          {arrival && <NewBadge arrival={arrival} />}
        </p>
        {entry.kind === 'message' ? (
          <p className="talk-text pre-line">
            <Marking mark={mark}>{entry.text}</Marking>
          </p>
        ) : (
          <FileEntry {...props} file={entry} />
        )}
      </div>
    </Row>
  )
})

function FileEntry({ file, viewer, open, mark, onReplace }: EntryRowProps & { file: SharedFile }): ReactNode {
  const mine = file.by.id === viewer.id
  return (
    <>
      <p className="talk-text pre-line">
        <Marking mark={mark}>{file.caption}</Marking>
      </p>
      <InlinePreview key={file.file.filename} file={file.file} caption={file.caption} />
      {file.replacedAt && (
        <p className="meta">
          Replaced on {day(file.replacedAt)}, {clock(file.replacedAt)}
        </p>
      )}
      {file.before.length > 0 && <Versions file={file} />}
      {open && (mine || viewer.role === 'admin') && (
        <div className="talk-acts">
          {mine && (
            <TextButton onClick={() => onReplace(file)}>
              Replace<span className="sr"> {file.file.originalName}</span>
            </TextButton>
          )}
          <DeleteFile file={file} />
        </div>
      )}
    </>
  )
}

/** The earlier versions of a file, the latest first. */
const Versions = ({ file: { before } }: { file: SharedFile }) => (
  <details className="talk-versions">
    <summary>{counted(before.length, 'earlier version')}</summary>
    <ol>
      {before
        .map(({ file, at }) => (
          <li key={file.filename}>
            <a href={downloadUrl(file)} download={file.originalName}>
              {file.originalName}
            </a>{' '}
            <span className="meta">
              {day(at)}, {clock(at)}
            </span>
          </li>
        ))
        .reverse()}
    </ol>
  </details>
)

const loadConfirm = () => import('#web/kit/Confirm.tsx').then(({ Confirm }) => ({ default: Confirm }))

/** Takes a file out of the conversation, once its sender has said so twice. */
function DeleteFile({ file: { id, file } }: { file: SharedFile }) {
  const { change, pending } = useOrderMutation()
  const [asking, setAsking] = useState(false)

  const remove = async () => {
    await change(id, (key) => call('deleteSharedFile', { query: { id, fileName: file.filename }, key }))
    setAsking(false)
  }

  return (
    <>
      <TextButton onClick={() => setAsking(true)}>
        Delete<span className="sr"> {file.originalName}</span>
      </TextButton>
      {asking && (
        <LazyView
          load={loadConfirm}
          props={{
            question: 'Are You Sure You Want To Delete This File',
            warning: file.originalName,
            yes: 'Delete file',
            kind: 'void',
            pending,
            onYes: remove,
            onNo: () => setAsking(false),
          }}
        />
      )}
    </>
  )
}
