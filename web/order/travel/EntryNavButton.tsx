import { Button } from '#web/kit/Button.tsx'
import { arrowRight } from '#web/kit/marks.tsx'

type EntryNavButtonProps = {
  direction: 'back' | 'forward'
  /** The name of the page, for screen readers, where there are two. */
  page?: string
  disabled: boolean
  onClick(): void
}

/** Moves to the previous or next line of the history. */
export const EntryNavButton = ({ direction, page, disabled, onClick }: EntryNavButtonProps) => (
  <Button
    kind="line"
    small
    aria-label={`${direction === 'back' ? 'Previous' : 'Next'} entry${page ? `, ${page}` : ''}`}
    disabled={disabled}
    onClick={onClick}
  >
    <TravelIcon name={direction} />
  </Button>
)

const paths = {
  back: 'M17 10.2c-4.6-.5-9-.4-13.6-.2M8 5.6C6.7 7.5 5.2 8.9 3.2 10c2 .9 3.6 2.2 5 4.3',
  forward: arrowRight,
  play: 'M6.3 3.900c-.2 4-.2 8.1 0 12.2 3.7-1.7 7-3.7 10-6.1-3-2.4-6.3-4.4-10-6.100Z',
  stop: 'M5.2 5.100c3.2-.2 6.5-.2 9.7 0 .2 3.3.2 6.5 0 9.8-3.2.2-6.5.2-9.7 0-.2-3.3-.2-6.5 0-9.800Z',
}

/** The icon of a time travel button. Its label stands at the button. */
export const TravelIcon = ({ name }: { name: keyof typeof paths }) => (
  <svg className="travel-icon pen round-joins" viewBox="0 0 20 20" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
