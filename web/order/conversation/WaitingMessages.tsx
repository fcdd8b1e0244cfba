import { TextButton } from '#web/kit/Button.tsx'
import { Row, Timestamp } from '#web/kit/Page.tsx'
import { useOutbox } from './useOutbox.ts'

/** The messages not sent yet, below the conversation. `onTakeBack` gets the text of one that is taken back. */
export function WaitingMessages({ onTakeBack }: { onTakeBack(text: string): void }) {
  const { waiting, sending, remove, release } = useOutbox()
  if (waiting.length === 0) return null
  return (
    <ul className="talk-lines" aria-label="Waiting to be sent">
      {waiting.map(({ key, text, at, problem }) => (
        <Row key={key} as="li" className="talk-line is-waiting" margin={<Timestamp at={at} part="clock" />}>
          <div>
            <p className="talk-who">
              <b>You</b>
              <span role="status">
                {key === sending ? 'sending' : problem === undefined ? 'waiting for connection' : 'not sent'}
              </span>
            </p>
            <p className="talk-text">{text}</p>
            {problem !== undefined && <p className="field-error">{problem}</p>}
            {key !== sending && (
              <div className="talk-acts">
                {problem !== undefined && <TextButton onClick={() => release(key)}>Send now</TextButton>}
                <TextButton
                  onClick={() => {
                    remove(key)
                    onTakeBack(text)
                  }}
                >
                  Edit message
                </TextButton>
              </div>
            )}
          </div>
        </Row>
      ))}
    </ul>
  )
}
