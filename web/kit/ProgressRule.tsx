import './ProgressRule.css'

/** A line that is drawn as far as something is sent: `part` of 1. */
export function ProgressRule({ label, part }: { label: string; part: number }) {
  const percent = Math.floor(part * 100)
  return (
    <div
      className="progress-rule"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i className="block h-full relative" style={{ width: `${percent}%` }} />
    </div>
  )
}
