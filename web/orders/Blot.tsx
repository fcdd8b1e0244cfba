import type { Landing } from '#web/live/watch.ts'
import './Blot.css'

/** The words beside wet ink: how the fact came. */
export const Blot = ({ landing }: { landing: Landing }) => (
  <span className="blot">
    {landing}
    <svg viewBox="0 0 28 12" aria-hidden="true">
      <path d="M1 8c3-6 5-7 6-4s-1 6 1 5 3-6 5-6 0 6 2 6 3-5 5-5 1 4 3 4 3-2 4-3" />
    </svg>
  </span>
)
