import { Button } from '#web/kit/Button.tsx'
import './Sending.css'

/** Shows the sending of answers: a rule at the top of the page that is being inked. `part` is 0 to 1. */
export function Sending({ part, onCancel }: { part: number; onCancel(): void }) {
  const percent = Math.round(part * 100)
  return (
    <div className="sending ink-below on-paper">
      <div
        className="sending-track"
        role="progressbar"
        aria-label="Sending your answers"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i className="block h-full relative" style={{ width: `${percent}%` }} />
      </div>
      <p className="flex items-center justify-between gap-4 text-3 tabular">
        {percent < 100 ? `Sending your answers: ${percent}%` : 'Saving your answers…'}
        <Button type="button" kind="line" small onClick={onCancel}>
          Cancel
        </Button>
      </p>
    </div>
  )
}
