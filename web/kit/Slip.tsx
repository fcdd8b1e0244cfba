import { clock } from './time.ts'
import './Slip.css'

/** Says that a list has changed under its reader, and changes it only when asked. Keep it on the page, at 0 too. */
export const Slip = ({ changed, since, onShow }: { changed: number; since: string; onShow(): void }) => (
  <div role="status">
    {changed > 0 && (
      <p className="slip">
        <span>
          {changed} changed since {clock(since)}. The list stays still until you ask.
        </span>
        <button type="button" onClick={onShow}>
          Show
        </button>
      </p>
    )}
  </div>
)
