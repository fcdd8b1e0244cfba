import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { TextArea } from '#web/kit/Field.tsx'
import { Form } from '#web/kit/Form.tsx'
import { LazyView } from '#web/kit/LazyView.tsx'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { useHydrated } from '#web/kit/useHydrated.ts'
import { useAgencyName } from '#web/live/agency.ts'
import { useShownOrder } from '#web/order/context.ts'
import { useOrderMutation } from '#web/order/useOrderCommand.ts'
import type { WaitingMessage } from '#web/outbox/outbox.ts'
import { sendOrWait, useMessageDraft, useOutbox } from './unsent-messages.ts'
import { accepted, type FileUploads } from './useFileUploads.ts'

const loadUploadList = () => import('./UploadList.tsx')

/**
 * Whether what is pasted is text. Cells come with a picture of them, a picture of a website without plain text, and a file
 * on a Mac with its name as plain text alone.
 */
const isText = ({ types }: DataTransfer) => types.includes('text/plain') && types.includes('text/html')

/** Where one writes, and puts files to be shared: from the picker, by dropping them, by pasting them. */
export function Compose({ uploads }: { uploads: FileUploads }) {
  const { id, contact, viewer, now } = useShownOrder()
  const { change, field, errors, correct, pending, failed } = useOrderMutation()
  const [text, setText, dropSent] = useMessageDraft(id)
  const [over, setOver] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const agency = useAgencyName()
  const label = `Write to ${viewer.role === 'admin' ? contact.name : agency}`

  const send = async () => {
    const { revision } = now()
    if (await change({ text }, (key) => sendOrWait(viewer.id, { id, revision }, { key, text }))) dropSent(text)
  }
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    if (!files?.length) return
    event.preventDefault()
    uploads.add([...files])
  }
  const sendByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  // Taken back into the field, before what has been written there since.
  const takeBack = (taken: string) => {
    setText(text ? `${taken}\n\n${text}` : taken)
    area.current?.focus()
  }

  return (
    <>
      <WaitingMessages onTakeBack={takeBack} />
      <Row className={['compose', over && 'is-over']}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to do what the button does */}
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            setOver(false)
            take(event, event.dataTransfer.files)
          }}
        >
          <Form label={label} command="sendMessage" onSubmit={send} onInput={correct}>
            <TextArea
              ref={area}
              {...field('text')}
              label={label}
              value={text}
              maxLength={5_000}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={sendByKey}
              onPaste={(event) => isText(event.clipboardData) || take(event, event.clipboardData.files)}
            />
            <div className="compose-acts">
              <Button kind="line" data-command="shareFiles" onClick={() => uploads.choose()}>
                Share files
              </Button>
              <p className="meta" role="status">
                {failed && text && !errors.text && 'Not sent. Your message is still here.'}
              </p>
              <Button pending={pending}>Send</Button>
            </div>
          </Form>
          <input
            ref={uploads.picker}
            type="file"
            className="sr"
            aria-label="Files to share"
            tabIndex={-1}
            multiple
            accept={accepted}
            onChange={({ target }) => {
              uploads.addChosen([...(target.files ?? [])])
              target.value = '' // the same file may be chosen again, after it was taken back
            }}
          />
          {uploads.wereChosen && <LazyView load={loadUploadList} props={uploads} waiting={null} />}
        </div>
      </Row>
    </>
  )
}

const loadNotSentEntries = () => import('./NotSentEntries.tsx')

/** The message that was being written, and the files that were chosen, as the project was closed: this browser’s. */
export function NotSentEntries({ uploads }: { uploads: FileUploads }) {
  const [text, setText] = useMessageDraft(useShownOrder().id)
  if (!useHydrated() || !(text || uploads.wereChosen)) return null
  return <LazyView load={loadNotSentEntries} props={{ text, uploads, onDiscard: () => setText('') }} waiting={null} />
}

/**
 * The messages not sent yet, below the conversation. `onTakeBack` gets the text of one that is taken back: of those that may
 * have been sent only one that is held back, as its key is lost. Without it nothing can be written.
 */
export function WaitingMessages({ onTakeBack }: { onTakeBack?(text: string): void }) {
  const { waiting, sending, isLive, remove, release } = useOutbox()
  if (waiting.length === 0) return null
  return (
    <ul aria-label="Waiting to be sent">
      {waiting.map(({ key, text, at, problem, isUnsure }) => (
        <Row key={key} as="li" className="talk-line is-waiting" margin={<Timestamp at={at} part="clock" />}>
          <div>
            <p className="talk-who">
              <b>You</b>
              <span role="status">{key === sending ? 'sending' : stateOf({ problem, isUnsure }, isLive)}</span>
            </p>
            <p className="talk-text pre-line">{text}</p>
            {problem !== undefined && <p className="field-error">{problem}</p>}
            {key !== sending && (problem !== undefined || !isUnsure) && (
              <div className="talk-acts">
                {problem !== undefined && <TextButton onClick={() => release(key)}>Send now</TextButton>}
                <TextButton
                  onClick={() => {
                    remove(key)
                    onTakeBack?.(text)
                  }}
                >
                  {onTakeBack ? 'Edit message' : 'Delete'}
                </TextButton>
              </div>
            )}
          </div>
        </Row>
      ))}
    </ul>
  )
}

/** Where a message is that is not on its way. */
function stateOf({ problem, isUnsure }: Pick<WaitingMessage, 'problem' | 'isUnsure'>, isLive: boolean): string {
  if (isUnsure) return 'may have been sent'
  return problem === undefined && !isLive ? 'waiting for connection' : 'not sent'
}
