import { useState } from 'react'
import type { OrderRow } from '#domain/order/row.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { counted, inWordsCapitalized } from '#web/orders/number-words.ts'
import { BulkDialog } from './BulkDialog.tsx'
import './Bulk.css'

type BulkBarProps = {
  rows: readonly OrderRow[]
  /** It was done for these. */
  onDone(ids: ReadonlySet<string>): void
  onClear(): void
}

/** What may be done to the chosen orders at once. */
export function BulkBar({ rows, onDone, onClear }: BulkBarProps) {
  const [action, setAction] = useState<'complete' | 'message'>()
  return (
    <aside
      className="bulk-bar row items-center gap-2-4 bleed text-3 ink-above on-paper sticky"
      aria-label="The chosen orders"
    >
      <p role="status">{inWordsCapitalized(rows.length)} chosen</p>
      <Button type="button" small onClick={() => setAction('complete')}>
        Complete
      </Button>
      <Button type="button" small kind="line" onClick={() => setAction('message')}>
        Message
      </Button>
      <TextButton onClick={onClear}>Choose none</TextButton>
      {action && (
        <BulkDialog
          action={action}
          title={`${action === 'complete' ? 'Complete' : 'Message'} ${counted(rows.length, 'order')}`}
          rows={rows}
          onClose={(done) => {
            setAction(undefined)
            if (done.size > 0) onDone(done)
          }}
        />
      )}
    </aside>
  )
}
