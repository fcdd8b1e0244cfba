import { Button } from '#web/kit/Button.tsx'
import { Icon } from './Icon.tsx'

type StepButtonProps = {
  direction: 'back' | 'forward'
  /** Of which of two pages, for screen readers. */
  of?: string
  disabled: boolean
  onClick(): void
}

/** Leads one line back or forward. */
export const StepButton = ({ direction, of, disabled, onClick }: StepButtonProps) => (
  <Button
    type="button"
    kind="line"
    small
    aria-label={`One line ${direction}${of ? `, ${of}` : ''}`}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon name={direction} />
  </Button>
)
