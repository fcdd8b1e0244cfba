import type { ComponentProps, MouseEvent } from 'react'
import './Button.css'

type ButtonProps = ComponentProps<'button'> & {
  /** While true the button shows that it is busy, says so, and does nothing. It keeps the focus. */
  pending?: boolean
  /** `solid` for what the page is for, `line` for the rest, `void` for what cannot be taken back. */
  kind?: ButtonKind
  small?: boolean
}

export type ButtonKind = 'solid' | 'line' | 'void'

/** A button. Submits the form around it unless it is given what to do instead. A disabled one needs its reason beside it. */
export function Button({ pending = false, kind = 'solid', small = false, className, onClick, ...rest }: ButtonProps) {
  const refuse = (event: MouseEvent) => event.preventDefault()
  return (
    <>
      <button
        type={onClick ? 'button' : 'submit'}
        {...rest}
        className={[buttonClass(kind, small), className].filter(Boolean).join(' ')}
        onClick={pending ? refuse : onClick}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
      />
      <span className="sr" role="status">
        {pending ? 'Please wait' : ''}
      </span>
    </>
  )
}

/** The look of a button, for a link that is the next step. */
export const buttonClass = (kind: ButtonKind = 'solid', small = false): string =>
  `button is-${kind}${small ? ' is-small' : ''}`

/** A button that does not call out: an underlined word beside what it is about. */
export const TextButton = (props: ComponentProps<'button'>) => (
  <button type="button" className="quiet target small underline" {...props} />
)
