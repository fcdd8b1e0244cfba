import { type ComponentProps, type MouseEvent, useState } from 'react'
import './Button.css'

type ButtonProps = ComponentProps<'button'> & {
  /** While true the button shows that it is busy, says so, and does nothing. It keeps the focus. */
  pending?: boolean
  /** `solid` for what the page is for, `line` for the rest, `void` for what cannot be taken back. */
  kind?: ButtonKind
  small?: boolean
}

export type ButtonKind = 'solid' | 'line' | 'void'

/**
 * A button. Submits the form around it unless it is given what to do instead. A disabled one keeps the focus, and needs its
 * reason beside it.
 */
export function Button({ pending, disabled, kind = 'solid', small = false, className, onClick, ...rest }: ButtonProps) {
  const isInert = pending || disabled
  return (
    <>
      <button
        type={onClick ? 'button' : 'submit'}
        {...rest}
        className={[buttonClass(kind, small), className].filter(Boolean).join(' ')}
        onClick={isInert ? refuse : onClick}
        aria-disabled={isInert || undefined}
        aria-busy={pending || undefined}
      />
      <span className="sr" role="status">
        {pending ? 'Please wait' : ''}
      </span>
    </>
  )
}

/** A button that is pending until what it does is done, whatever its neighbours do. `act` tells of its failure itself. */
export function AsyncButton({ act, ...rest }: ButtonProps & { act(): Promise<void> }) {
  const [pending, setPending] = useState(false)
  const start = async () => {
    setPending(true)
    await act()
    setPending(false)
  }
  return <Button {...rest} pending={pending} onClick={start} />
}

const refuse = (event: MouseEvent) => event.preventDefault()

/** The look of a button, for a link that is the next step. */
export const buttonClass = (kind: ButtonKind = 'solid', small = false): string =>
  `button is-${kind}${small ? ' is-small' : ''}`

/** A button that does not call out: an underlined word beside what it is about. A disabled one keeps the focus. */
export const TextButton = ({ disabled, onClick, ...rest }: ComponentProps<'button'>) => (
  <button
    type="button"
    className="quiet target small underline"
    {...rest}
    onClick={disabled ? undefined : onClick}
    aria-disabled={disabled || undefined}
  />
)
