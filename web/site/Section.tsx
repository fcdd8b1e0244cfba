import { type ReactNode, useId } from 'react'
import './Section.css'

type SectionProps = {
  id?: string
  className?: string
  title: ReactNode
  /** A sentence beside the title. */
  lead?: ReactNode
  /** The content at the end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of a public page, under an ink rule and its title. */
export function Section({ id, className = '', title, lead, aside, children }: SectionProps) {
  const heading = useId()
  return (
    <section id={id} className={`section ${className}`} aria-labelledby={heading}>
      <header className="section-head grid columns-1-auto items-baseline gap-1-4 ink-above">
        <h2 id={heading}>{title}</h2>
        {lead && <p className="ink-2">{lead}</p>}
        {aside}
      </header>
      {children}
    </section>
  )
}
