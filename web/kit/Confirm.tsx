import { type ReactNode, useEffect, useId } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { Button, type ButtonKind } from '#web/kit/Button.tsx'
import { Modal } from '#web/kit/Modal.tsx'

type ConfirmProps = {
  question: string
  /** The warning against it. */
  warning?: ReactNode
  yes: string
  kind: ButtonKind
  pending: boolean
  onYes(): void
  onNo(): void
}

/**
 * Asks before something with consequences. While it is on the page nothing else can be reached; while it is being done there
 * is no going back.
 */
export function Confirm({ question, warning, yes, kind, pending, onYes, onNo }: ConfirmProps) {
  const id = useId()

  return (
    <Modal
      className="confirm"
      aria-labelledby={id}
      aria-describedby={warning ? `${id}warning` : undefined}
      onEscape={() => pending || onNo()}
    >
      <h2 id={id}>{question}</h2>
      {warning && (
        <p className="red" id={`${id}warning`}>
          {warning}
        </p>
      )}
      <div className="modal-acts row gap-3 mt-5">
        {/* First, and so focused: a hasty Enter changes nothing. */}
        <Button kind="line" disabled={pending} onClick={onNo}>
          No, go back
        </Button>
        <Button kind={kind} pending={pending} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Modal>
  )
}

/**
 * Asks before a page is left while a secret is on its way to it, which can be read only once. As it comes the question
 * goes, and the page stays.
 */
export const SecretOnItsWay = () => (
  <LeaveWarning
    unsaved
    question="Leave before you’ve seen it?"
    warning="A secret is being created. It’s shown only once, on this page."
    yes="Leave page"
  />
)

type LeaveWarningProps = {
  /** Whether something is written and not saved. */
  unsaved: boolean
  /** The fate of it. */
  warning: string
  question?: string
  yes?: string
}

/**
 * Asks before a page is left with what is not saved: within the site by us, out of it by the browser. What is saved
 * meanwhile needs no answer. Of several on a page the latest asks.
 */
export function LeaveWarning({
  unsaved,
  warning,
  question = 'Leave without saving?',
  yes = 'Leave without saving',
}: LeaveWarningProps) {
  const { pathname } = useLocation()
  // Once another page is gone to, this one has been left, though it may still be seen. On the way to the login the session has
  // ended, so that nothing can be saved.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname === pathname && ![pathname, '/login'].includes(nextLocation.pathname),
  )
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  useEffect(() => {
    if (blocker.state === 'blocked' && !unsaved) blocker.proceed()
  }, [blocker, unsaved])
  return (
    blocker.state === 'blocked' && (
      <Confirm
        question={question}
        warning={warning}
        yes={yes}
        kind="void"
        pending={false}
        onYes={() => blocker.proceed()}
        onNo={() => blocker.reset()}
      />
    )
  )
}
