import { useState } from 'react'
import { counted } from '#domain/count.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { toastFailure } from '#web/kit/toast.ts'
import './NewLines.css'

/** How many lines were written since, and shows them when they are asked for. */
export function NewLines({ count, onShow }: { count: number; onShow(): Promise<void> }) {
  const [pending, setPending] = useState(false)
  const show = () => {
    setPending(true)
    onShow()
      .catch(toastFailure)
      .finally(() => setPending(false))
  }
  return (
    <>
      {count > 0 && (
        <Row className="new-lines" bodyClass="py-2 wet on-paper">
          {counted(count, 'new entry', 'new entries')}{' '}
          <TextButton onClick={show} disabled={pending}>
            Show
          </TextButton>
        </Row>
      )}
      <span className="sr" role="status">
        {count > 0 && counted(count, 'new entry', 'new entries')}
      </span>
    </>
  )
}
