import { Pencil } from './icons.tsx'

/** What is written on a line and not saved yet, in a word or two. */
export const PencilMark = ({ children }: { children: string }) => (
  <span className="pencil-mark inline-flex items-center gap-1 pencil">
    <Pencil />
    {children}
  </span>
)
