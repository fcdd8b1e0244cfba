import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { UnsavedIcon } from './icons.tsx'

/** The mark of an unsaved change on a line, in a word or two. */
export const UnsavedMark = ({ children }: { children: string }) => (
  <span className="pencil-mark inline-flex items-center gap-1 pencil">
    <UnsavedIcon />
    {children}
  </span>
)

/** A line that was taken out and is not saved without it yet. */
export const GoneRow = ({ name, buttonId, onPutBack }: { name: string; buttonId: string; onPutBack(): void }) => (
  <Row as="li" className="editor-gone rule-below" bodyClass="row items-baseline gap-0-4">
    <del className="break-anywhere">{name || 'Empty item'}</del>
    <UnsavedMark>deleted (not saved)</UnsavedMark>
    <TextButton id={buttonId} onClick={onPutBack}>
      Restore<span className="sr"> {name}</span>
    </TextButton>
  </Row>
)
