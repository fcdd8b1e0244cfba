import type { ReactNode } from 'react'
import './mark.css'

/** A mark of a hand, in the colour of the text around it. Silent unless it is given a label. */
const Mark = ({ label, children }: { label?: string | undefined; children: ReactNode }) => (
  <>
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
    {label && <span className="sr">{label}</span>}
  </>
)

/** The path of an arrow to the right, in a box of 20 by 20. */
export const arrowRight = 'M3 10.2c4.6-.5 9-.4 13.6-.2M12 5.6c1.3 1.9 2.8 3.3 4.8 4.4-2 .9-3.6 2.2-5 4.3'

/** The path of a magnifier, in a box of 20 by 20. */
export const magnifier =
  'M8.6 2.9c-3.4 0-5.7 2.5-5.7 5.7s2.4 5.8 5.7 5.8 5.8-2.4 5.8-5.7-2.4-5.8-5.8-5.8ZM12.9 12.8l4.4 4.5'

/** A stroke that is being written. */
export const Squiggle = () => (
  <svg className="overflow-visible" viewBox="0 0 28 12" aria-hidden="true">
    <path className="pen" d="M1 8c3-6 5-7 6-4s-1 6 1 5 3-6 5-6 0 6 2 6 3-5 5-5 1 4 3 4 3-2 4-3" />
  </svg>
)

/** A cross, for what is open or wrong. */
export const Cross = () => (
  <Mark>
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="2.3"
      strokeLinecap="round"
      d="M4.2 3.6C8.6 8.4 14 14.8 19.6 20.6M20 4.4C15.4 9 9.4 14.6 3.6 20.2"
    />
  </Mark>
)

/** Done: a tick. */
export const Tick = ({ label }: { label?: string }) => (
  <Mark label={label}>
    <path
      fill="currentColor"
      d="M2.2 12.6C4 13.2 5.8 15.3 7.1 17.9 9.7 12 14.8 5.8 22 2.2 15.6 7.4 11 13.9 8.4 21c-.4 1.1-1.7 1.1-2.1 0C5.2 17.8 3.9 15 2.2 12.6Z"
    />
  </Mark>
)
