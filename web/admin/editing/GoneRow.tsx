import { Row } from '#web/kit/Page.tsx'
import { TextButton } from '#web/kit/TextButton.tsx'
import { PencilMark } from './PencilMark.tsx'

/** A line that was taken out and is not saved without it yet. */
export const GoneRow = ({ name, buttonId, onPutBack }: { name: string; buttonId: string; onPutBack(): void }) => (
  <Row as="li" className="editor-gone rule-below" bodyClass="row items-baseline gap-0-4">
    <del className="break-anywhere">{name || 'A blank line'}</del>
    <PencilMark>removed, in pencil</PencilMark>
    <TextButton id={buttonId} onClick={onPutBack}>
      Put back<span className="sr"> {name}</span>
    </TextButton>
  </Row>
)
