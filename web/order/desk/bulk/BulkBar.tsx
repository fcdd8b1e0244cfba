import { useState } from 'react'

import type { OrderRow } from '#domain/order/row.ts'
import { Button, TextButton } from '#web/kit/Button.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import './Bulk.css'

type BulkBarProps = {
  rows: readonly OrderRow[]
  /** It was done for these. */
  onDone(ids: ReadonlySet<string>): void
  onClear(): void
}

/** The commands on all chosen orders at once. */
export function BulkBar({ rows, onDone, onClear }: BulkBarProps) {
  const [action, setAction] = useState<'complete' | 'message'>()
  return (
    <aside
      className="bulk-bar row items-center gap-2-4 bleed text-3 ink-above on-paper sticky"
      aria-label="Selected projects"
    >
      <p role="status">{rows.length} selected</p>
      <Button small onClick={() => setAction('complete')}>
        Complete projects
      </Button>
      <Button small kind="line" onClick={() => setAction('message')}>
        Send messages
      </Button>
      <TextButton onClick={onClear}>Clear selection</TextButton>
      {action && (
        <BulkDialog
          action={action}
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
