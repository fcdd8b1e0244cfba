import type { ReactNode } from 'react'
import { useShownOrder } from '#web/order/context.ts'

type PartProps = { name: string; id?: string; className?: string; children: ReactNode }

/** A part of an order's page, by its name for screen readers: with that of the page, where two stand beside each other. */
export function Part({ name, id, className, children }: PartProps) {
  const { compared, isPast } = useShownOrder()
  return (
    // The page as it is now is there beside that of the past, though it is hidden.
    <section
      aria-label={compared ? `${name}, ${compared.name}` : name}
      id={isPast ? undefined : id}
      className={className}
    >
      {children}
    </section>
  )
}
