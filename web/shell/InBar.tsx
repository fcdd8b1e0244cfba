import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** Where in the bar a page may write. */
export const Slot = createContext<HTMLElement | null>(null)

/** Puts its children into the bar above the page: the connection, for one. */
export function InBar({ children }: { children: ReactNode }) {
  const slot = use(Slot)
  return slot && createPortal(children, slot)
}
