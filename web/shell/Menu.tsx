import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import './Menu.css'

type MenuProps = { label: string; title: ReactNode; className?: string; children: ReactNode }

/** A row of links; on small screens a list under a button that bears the title. */
export function Menu({ label, title, className = '', children }: MenuProps) {
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes the menu
  useEffect(() => setOpen(false), [key])

  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    toggle.current?.focus()
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    <nav className={`menu ${className}`} aria-label={label} onKeyDown={close} onBlur={leave}>
      <button
        ref={toggle}
        type="button"
        className="menu-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {title} <span className="sr">menu</span>
      </button>
      <ul id={id} data-open={open}>
        {children}
      </ul>
    </nav>
  )
}

type MenuLinkProps = { to: string; apart?: boolean | undefined; children: ReactNode }

/** A line of a menu. Those that stand apart come last, after a gap. */
export function MenuLink({ to, apart, children }: MenuLinkProps) {
  const { pathname } = useLocation()
  return (
    <li className={apart ? 'is-apart' : undefined}>
      <Link className="menu-line" to={to} aria-current={pathname.toLowerCase() === to ? 'page' : undefined}>
        {children}
      </Link>
    </li>
  )
}
