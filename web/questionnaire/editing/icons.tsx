import { arrowRight } from '#web/kit/marks.tsx'
import './EditorPage.css'

const Drawn = ({ d }: { d: string }) => (
  <svg className="drawn pen overflow-visible flex-none round-joins" viewBox="0 0 20 20" aria-hidden="true">
    <path d={d} />
  </svg>
)

/** The pencil: written, and not saved yet. */
export const UnsavedIcon = () => (
  <Drawn d="M3.6 16.5c.3-1.4.7-2.7 1.1-3.9C7.6 9.5 10.6 6.4 13.8 3.3c1-.3 2.3.9 2.3 2.1-3 3.2-6.1 6.3-9.2 9.4-1.1.6-2.2 1.1-3.3 1.7ZM12.3 4.8c.9.4 1.7 1.2 2.2 2.2" />
)
export const Up = () => <Drawn d="M10 17c.2-4.3.1-8.5 0-13M5.5 8.3C7.4 7.1 8.9 5.6 10 3.7c1 2 2.4 3.5 4.5 4.7" />
export const Down = () => <Drawn d="M10 3c.2 4.3.1 8.5 0 13M5.5 11.7c1.9 1.2 3.4 2.7 4.5 4.6 1-2 2.4-3.5 4.5-4.7" />
export const Grip = () => <Drawn d="M4 7.3c4-.3 8-.3 12 0M4 12.7c4-.3 8-.2 12 0" />
export const Arrow = () => <Drawn d={arrowRight} />

/** The mark of an unsaved change on a line, in a word or two. */
export const UnsavedMark = ({ children }: { children: string }) => (
  <span className="pencil-mark inline-flex items-center gap-1 pencil">
    <UnsavedIcon />
    {children}
  </span>
)
